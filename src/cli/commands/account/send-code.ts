import { BindPhone, type CodeOutcome } from '../../../core/account/bind-phone.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { requirePhone } from '../../phone.ts';

export const action: Action = {
  fields: ['mobile', 'outcome'],
  async run(context, { args: [phone] }) {
    const { output } = context;
    const number = requirePhone(phone);
    const binding = (await context.join()).get(BindPhone);
    const mobile = output.person(number) ?? '';
    context.ifInterrupted((sent) => (sent ? `A code may have been sent to ${mobile}. Wait a minute before you ask for another.` : undefined));
    const outcome = await binding.askForCode(number);
    if (outcome.kind !== 'sent') return output.refuse(reasons[outcome.kind](outcome));
    await output.record({ mobile, outcome: outcome.kind }, [`A code was sent to ${mobile}.`]);
    output.note(`Bind the number by it: ${context.hint`account bind ${output.repeatable(number)} CODE`}`);
    return EXIT.done;
  },
};

const reasons: Record<Exclude<CodeOutcome['kind'], 'sent'>, (outcome: CodeOutcome) => string> = {
  'too-soon': () => 'A code was sent less than a minute ago. Use it, or wait a minute and ask again.',
  malformed: () => 'The server takes this for no phone number. Check it and try again.',
  taken: () => 'This phone number belongs to another account. Use another number, or sign in as that account.',
  refused: (outcome) => `The server sent no code: ${('message' in outcome && outcome.message) || 'it gave no reason'}`,
};
