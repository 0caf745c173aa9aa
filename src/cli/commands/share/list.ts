import { ShareWith } from '../../../core/share/share-with.ts';
import type { Action } from '../../action.ts';
import { dayAndTime, iso } from '../../format.ts';

export const action: Action = {
  fields: ['sno', 'mobile', 'since'],
  async run(context, { args: [code] }) {
    const { output } = context;
    const sno = context.deviceNumber(code);
    const people = await (await context.join()).get(ShareWith).list(sno);
    return output.rows(
      people,
      ({ mobile, since }) => ({ sno, mobile: output.person(mobile), since: iso(since) }),
      [
        ['PHONE', ({ mobile }) => output.person(mobile)],
        ['SINCE', ({ since }) => dayAndTime(since)],
      ],
      `${sno} is shared with nobody. Share it: ${context.hint`share add ${sno} PHONE`}`,
    );
  },
};
