import { Problem } from '../../../core/problem.ts';
import { ShareWith, type ShareOutcome } from '../../../core/share/share-with.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, withContext } from '../../words/failure.ts';
import { requireOwnLease, UNCHANGED } from './own-lease.ts';

export const fields = ['sno', 'mobile', 'outcome'];

export async function shareDevice(context: Context, code: string, phone: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const number = context.phoneNumber(phone);
  const mobile = output.phone(number) ?? '';
  const unsure = `${sno} may now be shared with ${mobile}. Check with: ${context.hint`share list ${sno}`}`;
  context.ifInterrupted((sent) => (sent ? unsure : undefined));
  const services = await context.createServices();
  await requireOwnLease(context, services, sno, UNCHANGED);
  const outcome = await services
    .get(ShareWith)
    .share(sno, number)
    .catch((thrown: unknown): ShareOutcome => ({ kind: 'unknown', problem: Problem.of(thrown) }));
  if (outcome.kind === 'unknown') {
    const { problem } = outcome;
    // A list that does not show the person may be older than the request, which the server may still carry out.
    if (!context.isOutcomeUnknown(problem)) throw problem;
    return output.refuse(withContext(`${unsure}.`, failureOf(problem, context.hint)), exitCodeOf(problem));
  }
  if (outcome.kind === 'refused') {
    const { problem } = outcome;
    const failure = withContext(`Could not share ${sno}.`, failureOf(problem, context.hint));
    const look = `To list its shares: ${context.hint`share list ${sno}`}`;
    return output.refuse({ ...failure, hint: problem.mayHaveTakenEffect ? look : (failure.hint ?? look) });
  }
  await output.record({ sno, mobile, outcome: outcome.kind }, [`Shared ${sno} with ${mobile}.`]);
  return EXIT.done;
}
