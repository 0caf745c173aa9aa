import { Queries } from '../../../core/queries.ts';
import { dateText } from '../../../core/time.ts';
import type { Action } from '../../action.ts';
import { iso } from '../../format.ts';

export const action: Action = {
  fields: ['id', 'sno', 'name', 'ownerName', 'expiresAt'],
  async run(context) {
    const { output } = context;
    const devices = await (await context.join()).get(Queries).history();
    return output.rows(
      devices,
      (device) => ({ ...device, ownerName: output.person(device.ownerName), expiresAt: iso(device.expiresAt) }),
      [
        ['SNO', ({ sno }) => sno],
        ['NAME', ({ name }) => name],
        ['OWNER', ({ ownerName }) => output.person(ownerName)],
        ['UNTIL', ({ expiresAt }) => (expiresAt === undefined ? undefined : dateText(expiresAt))],
      ],
      'No device was on lease before.',
    );
  },
};
