import { ShareWith } from '../../../core/share/share-with.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { requirePhone } from '../../phone.ts';

export const action: Action = {
  fields: ['sno', 'mobile', 'outcome'],
  async run(context, { args: [code, phone] }) {
    const { output } = context;
    const sno = context.deviceNumber(code);
    const number = requirePhone(phone);
    const mobile = output.person(number) ?? '';
    context.ifInterrupted((sent) => (sent ? `${sno} may be shared with ${mobile} now. Check it: ${context.hint`share list ${sno}`}` : undefined));
    const outcome = await (await context.join()).get(ShareWith).share(sno, number);
    if (outcome.kind === 'refused') return output.refuse(`The device was not shared: ${outcome.message ?? 'the server gave no reason'}`);
    await output.record({ sno, mobile, outcome: outcome.kind }, [`${sno} is shared with ${mobile}.`]);
    return EXIT.done;
  },
};
