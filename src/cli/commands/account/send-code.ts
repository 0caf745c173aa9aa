import { BindPhone, type CodeOutcome } from '../../../core/account/bind-phone.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, exitCodeOf, type ExitCode } from '../../words/exit-codes.ts';
import { failureOf, withContext } from '../../words/failure.ts';

export const fields = ['mobile', 'outcome'];

export async function sendCode(context: Context, phone: string): Promise<ExitCode> {
  const { output } = context;
  const number = context.phoneNumber(phone);
  const binding = (await context.createServices()).get(BindPhone);
  const mobile = output.phone(number) ?? '';
  const unsure = `A code may have been sent to ${mobile}. Wait a minute before requesting another.`;
  context.ifInterrupted((sent) => (sent ? unsure : undefined));
  const outcome = await binding.askForCode(number).catch((thrown: unknown) => Problem.of(thrown));
  if (outcome instanceof Problem) {
    if (!outcome.mayHaveTakenEffect || outcome.isNotTheApi) throw outcome;
    return output.refuse(withContext(unsure, failureOf(outcome, context.hint)), exitCodeOf(outcome));
  }
  if (outcome.kind === 'refused')
    return output.refuse(withContext('Could not send a code.', failureOf(outcome.problem, context.hint)));
  // The account may be this one, whose number nobody could read.
  if (outcome.kind === 'taken')
    return output.refuse({
      code: outcome.kind,
      message: 'An account has this phone number already.',
      hint: `To see the number of this account: ${context.hint`account show`}`,
    });
  if (outcome.kind !== 'sent') return output.refuse({ code: outcome.kind, message: reasons[outcome.kind](outcome) });
  await output.record({ mobile, outcome: outcome.kind }, [`Sent a code to ${mobile}.`]);
  output.note(`To bind the number: ${context.hint`account bind ${output.repeatable(number)} CODE`}`);
  return EXIT.done;
}

const reasons: Record<Exclude<CodeOutcome['kind'], 'sent' | 'refused' | 'taken'>, (outcome: CodeOutcome) => string> = {
  'too-soon': (outcome) =>
    `A code was sent to ${'mobile' in outcome ? outcome.mobile : 'a number'} less than a minute ago. Use it for that number, or wait a minute and try again.`,
  'already-bound': () => 'This account has this phone number already.',
  malformed: () => 'The server rejected this phone number. Check it and try again.',
};
