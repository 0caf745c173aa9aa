import { Queries } from '../../../core/queries.ts';
import { dateText } from '../../../core/time-text.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { iso } from '../../format.ts';

export const fields = ['id', 'sno', 'name', 'ownerName', 'expiresAt'];

export async function listPastDevices(context: Context): Promise<ExitCode> {
  const { output } = context;
  const devices = await (await context.createServices()).get(Queries).history();
  return output.rows(
    devices,
    (device) => ({ ...device, ownerName: output.person(device.ownerName), expiresAt: iso(device.expiresAt) }),
    [
      ['SNO', ({ sno }) => sno],
      ['NAME', ({ name }) => name],
      ['OPERATOR', ({ ownerName }) => output.person(ownerName)],
      ['UNTIL', ({ expiresAt }) => (expiresAt === undefined ? undefined : dateText(expiresAt))],
    ],
    'No past rentals.',
  );
}
