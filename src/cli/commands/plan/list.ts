import type { Context } from '../../context.ts';
import type { ExitCode } from '../../words/exit-codes.ts';
import { yuan } from '../../words/format.ts';
import { counted } from '../../words/text.ts';
import { basisOf, offer, PLAN_FIELDS, planRow, type PlanOptions } from './offer.ts';

export const fields = PLAN_FIELDS;

export async function listPlans(context: Context, code: string, options: PlanOptions): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const { by, operatorId } = basisOf(options);
  const { plans, unreadable, problems } = await offer(await context.createServices(), sno, by, operatorId);
  const [problem] = problems;
  if (problem && plans.length === 0) throw problem;
  const exitCode = await output.rows(
    { records: plans, unreadable },
    planRow,
    [
      ['PLAN', ({ id }) => id],
      ['BY', ({ basis }) => basis],
      ['AMOUNT', ({ amount, unit }) => counted(amount, unit)],
      ['PRICE', ({ priceFen }) => yuan(priceFen)],
      ['REGULAR PRICE', ({ originalFen }) => yuan(originalFen)],
    ],
    `No plans for ${sno}.`,
  );
  if (problem) return output.fail(problem);
  const order =
    operatorId === undefined
      ? context.hint`order create ${sno} --plan PLAN`
      : context.hint`order create ${sno} --plan PLAN --operator ${operatorId}`;
  if (plans.length > 0) output.note(`To order: ${order}`);
  return exitCode;
}
