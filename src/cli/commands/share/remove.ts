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
    await context.consent(`End the sharing of ${sno} with ${mobile}?`);
    context.ifInterrupted((sent) => (sent ? `The sharing of ${sno} with ${mobile} may have ended. Check it: ${context.hint`share list ${sno}`}` : undefined));
    const { kind } = await (await context.join()).get(ShareWith).unshare(sno, number);
    if (kind === 'not-removed') return output.refuse(`The sharing was not ended. See whom it is shared with: ${context.hint`share list ${sno}`}`);
    await output.record({ sno, mobile, outcome: kind }, [`${sno} is no longer shared with ${mobile}.`]);
    return EXIT.done;
  },
};
