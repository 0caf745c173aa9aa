import { ShareWith } from '../../../core/share/share-with.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, withContext } from '../../words/failure.ts';
import { requireOwnLease, UNCHANGED } from './own-lease.ts';

export const fields = ['sno', 'mobile', 'outcome'];

export async function removeShare(context: Context, code: string, phone: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const number = context.phoneNumber(phone);
  const mobile = output.phone(number) ?? '';
  await context.consent.confirm(`Stop sharing ${sno} with ${mobile}?`);
  const unsure = `${sno} may no longer be shared with ${mobile}. Check with: ${context.hint`share list ${sno}`}`;
  context.ifInterrupted((sent) => (sent ? unsure : undefined));
  const services = await context.createServices();
  await requireOwnLease(context, services, sno, UNCHANGED);
  const sharing = services.get(ShareWith);
  const look = `To list its shares: ${context.hint`share list ${sno}`}`;
  const wasAbsent = await sharing.isAbsent(sno, number);
  const outcome = await sharing.unshare(sno, number);
  if (outcome.kind === 'unknown') {
    const { problem } = outcome;
    if (problem.isNotTheApi) throw problem;
    return output.refuse(withContext(`${unsure}.`, failureOf(problem, context.hint)), exitCodeOf(problem));
  }
  const { kind } = outcome;
  if (kind !== 'removed') {
    const what = `Could not stop sharing ${sno}.`;
    if (kind === 'alike') return output.refuse({ code: kind, message: what, hint: look });
    const { problem } = outcome;
    const failure = withContext(what, failureOf(problem, context.hint));
    const hint = problem.mayHaveTakenEffect ? look : (failure.hint ?? look);
    return output.refuse({ ...failure, hint, code: kind });
  }
  // A server may accept that a sharing ends which never was, as of a mistyped number. Its list may also be late.
  if (wasAbsent)
    return output.refuse({
      code: 'not-listed',
      message: `The list did not show that ${sno} was shared with ${mobile}, so nothing may have changed.`,
      hint: `Check the number. ${look}`,
    });
  await output.record({ sno, mobile, outcome: kind }, [`Stopped sharing ${sno} with ${mobile}.`]);
  return EXIT.done;
}
