import { ShareWith } from '../../../core/share/share-with.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, failureOf, withContext, type ExitCode } from '../../exit-codes.ts';
import { requirePhone } from '../../phone.ts';

export const fields = ['sno', 'mobile', 'outcome'];

export async function removeShare(context: Context, code: string, phone: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const number = requirePhone(phone);
  const mobile = output.phone(number) ?? '';
  await context.consent(`Stop sharing ${sno} with ${mobile}?`);
  const unsure = `${sno} may no longer be shared with ${mobile}. Check with: ${context.hint`share list ${sno}`}`;
  context.ifInterrupted((sent) => (sent ? unsure : undefined));
  const services = await context.createServices();
  const outcome = await services
    .get(ShareWith)
    .unshare(sno, number)
    .catch((thrown: unknown) => Problem.of(thrown));
  if (outcome instanceof Problem) {
    if (!outcome.mayHaveTakenEffect || outcome.isNotTheApi) throw outcome;
    return output.refuse(withContext(`${unsure}.`, failureOf(outcome, context.hint)), exitCodeOf(outcome));
  }
  const { kind } = outcome;
  if (kind !== 'removed')
    return output.refuse({
      code: kind,
      message: `Could not stop sharing ${sno}.`,
      hint: `To list its shares: ${context.hint`share list ${sno}`}`,
    });
  await output.record({ sno, mobile, outcome: kind }, [`Stopped sharing ${sno} with ${mobile}.`]);
  return EXIT.done;
}
