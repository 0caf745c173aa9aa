import { ShareWith } from '../../../core/share/share-with.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, withContext } from '../../words/failure.ts';
import { serverWords } from '../../words/phone.ts';

export const fields = ['sno', 'mobile', 'outcome'];

export async function shareDevice(context: Context, code: string, phone: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const number = context.phoneNumber(phone);
  const mobile = output.phone(number) ?? '';
  const unsure = `${sno} may now be shared with ${mobile}. Check with: ${context.hint`share list ${sno}`}`;
  context.ifInterrupted((sent) => (sent ? unsure : undefined));
  const outcome = await (await context.createServices()).get(ShareWith).share(sno, number);
  if (outcome.kind === 'unknown') {
    if (outcome.problem.isNotTheApi) throw outcome.problem;
    return output.refuse(
      withContext(`${unsure}.`, failureOf(outcome.problem, context.hint)),
      exitCodeOf(outcome.problem),
    );
  }
  if (outcome.kind === 'refused') return output.refuse(`Could not share ${sno}: ${serverWords(outcome.message)}`);
  await output.record({ sno, mobile, outcome: outcome.kind }, [`Shared ${sno} with ${mobile}.`]);
  return EXIT.done;
}
