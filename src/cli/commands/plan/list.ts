import type { Action } from '../../action.ts';
import { yuan } from '../../format.ts';
import { basisOf, offer, PLAN_FIELDS, planRow } from './offer.ts';

export const action: Action = {
  fields: PLAN_FIELDS,
  async run(context, { args: [code], options }) {
    const { output } = context;
    const sno = context.deviceNumber(code);
    const { by, operatorId } = basisOf(options);
    const { plans, unreadable, problems } = await offer(await context.join(), sno, by, operatorId);
    const [problem] = problems;
    if (problem && plans.length === 0) throw problem;
    const exitCode = await output.rows(
      { records: plans, unreadable },
      planRow,
      [
        ['PLAN', ({ id }) => id],
        ['BY', ({ basis }) => basis],
        ['AMOUNT', ({ amount, unit }) => `${amount} ${unit}${amount === 1 ? '' : 's'}`],
        ['PRICE', ({ priceFen }) => yuan(priceFen)],
        ['BEFORE', ({ originalFen }) => yuan(originalFen)],
      ],
      `There is no plan for ${sno}.`,
    );
    if (problem) return output.fail(problem);
    if (plans.length > 0) output.note(`Order one: ${context.hint`order create ${sno} --plan PLAN`}`);
    return exitCode;
  },
};
