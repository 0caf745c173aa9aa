import { ShareWith } from '../../../core/share/share-with.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { requirePhone, serverWords } from '../../phone.ts';

export const fields = ['sno', 'mobile', 'outcome'];

export async function shareDevice(context: Context, code: string, phone: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const number = requirePhone(phone);
  const mobile = output.phone(number) ?? '';
  context.ifInterrupted((sent) =>
    sent ? `${sno} may now be shared with ${mobile}. Check with: ${context.hint`share list ${sno}`}` : undefined,
  );
  const outcome = await (await context.createServices()).get(ShareWith).share(sno, number);
  if (outcome.kind === 'refused') return output.refuse(`Could not share ${sno}: ${serverWords(outcome.message)}`);
  await output.record({ sno, mobile, outcome: outcome.kind }, [`Shared ${sno} with ${mobile}.`]);
  return EXIT.done;
}
