import { maskPhones } from '../../../core/phone.ts';
import { BindPhone } from '../../../core/account/bind-phone.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { requirePhone } from '../../phone.ts';
import { keepPhone } from '../../token-file.ts';

export const action: Action = {
  fields: ['mobile', 'outcome'],
  async run(context, { args: [phone, code = ''] }) {
    const { output } = context;
    const number = requirePhone(phone);
    const mobile = output.person(number) ?? '';
    context.ifInterrupted((sent) => (sent ? `${mobile} may be bound to the account now. Check it: ${context.hint`account show`}` : undefined));
    const outcome = await (await context.join()).get(BindPhone).bind(number, code);
    if (outcome.kind === 'wrong-code') return output.refuse(`The code is wrong. Have a new one sent: ${context.hint`account send-code ${output.repeatable(number)}`}`);
    if (outcome.kind === 'refused') return output.refuse(`The server did not bind the number: ${outcome.message ?? 'it gave no reason'}`);
    await keepPhone(await context.token(), maskPhones(number), context.settings, context.surroundings);
    await output.record({ mobile, outcome: outcome.kind }, [`${mobile} is bound to the account.`]);
    return EXIT.done;
  },
};
