import { BindPhone, type CodeOutcome } from '../../../core/account/bind-phone.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { requirePhone, serverWords } from '../../phone.ts';

export const fields = ['mobile', 'outcome'];

export async function sendCode(context: Context, phone: string): Promise<ExitCode> {
  const { output } = context;
  const number = requirePhone(phone);
  const binding = (await context.createServices()).get(BindPhone);
  const mobile = output.phone(number) ?? '';
  context.ifInterrupted((sent) =>
    sent ? `A code may have been sent to ${mobile}. Wait a minute before requesting another.` : undefined,
  );
  const outcome = await binding.askForCode(number);
  if (outcome.kind !== 'sent') return output.refuse({ code: outcome.kind, message: reasons[outcome.kind](outcome) });
  await output.record({ mobile, outcome: outcome.kind }, [`Sent a code to ${mobile}.`]);
  output.note(`To bind the number: ${context.hint`account bind ${output.repeatable(number)} CODE`}`);
  return EXIT.done;
}

const reasons: Record<Exclude<CodeOutcome['kind'], 'sent'>, (outcome: CodeOutcome) => string> = {
  'too-soon': () => 'A code was sent less than a minute ago. Use it, or wait a minute and try again.',
  malformed: () => 'The server rejected this phone number. Check it and try again.',
  taken: () => 'This phone number belongs to another account. Use another number, or sign in as that account.',
  refused: (outcome) => `Could not send a code: ${serverWords('message' in outcome ? outcome.message : undefined)}`,
};
