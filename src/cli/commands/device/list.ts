import { Queries } from '../../../core/queries.ts';
import { remainingDays } from '../../../core/time.ts';
import type { Action } from '../../action.ts';
import { iso, onlineText, until } from '../../format.ts';
import { rememberDevices } from '../../known-devices.ts';

export const action: Action = {
  fields: ['sno', 'name', 'area', 'online', 'expiresAt', 'remainingDays', 'ownerId', 'ownerName', 'sharedBy', 'assist', 'orderNo'],
  async run(context) {
    const { output, settings, surroundings } = context;
    const joined = await context.join();
    const devices = await joined.get(Queries).devices();
    const now = joined.time.now();
    rememberDevices(devices.records.map(({ sno }) => sno), settings.profile, surroundings);
    return output.rows(
      devices,
      ({ sharer, ...device }) => ({
        ...device,
        ownerName: output.person(device.ownerName),
        sharedBy: sharer && output.person(sharer.name ?? sharer.id),
        expiresAt: iso(device.expiresAt),
        remainingDays: device.expiresAt === undefined ? undefined : remainingDays(device.expiresAt, now),
      }),
      [
        ['SNO', ({ sno }) => sno],
        ['NAME', ({ name }) => name],
        ['AREA', ({ area }) => area],
        ['LINE', ({ online }) => onlineText(online)],
        ['UNTIL', ({ expiresAt }) => until(expiresAt, now)],
        ['', ({ sharer, assist }) => (sharer ? `shared by ${output.person(sharer.name ?? sharer.id) ?? ''}` : assist ? 'for a customer' : '')],
      ],
      `No device on lease. Look at one: ${context.hint`device check SNO`}`,
    );
  },
};
