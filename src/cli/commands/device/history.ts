import { eachOnce } from '../../../core/basics/paging.ts';
import { keyOfFormer } from '../../../core/device/device.ts';
import { Queries } from '../../../core/queries.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../words/exit-codes.ts';
import { endText, iso, readerOf } from '../../words/format.ts';

export const fields = ['id', 'sno', 'name', 'ownerName', 'expiresAt'];

export async function listPastDevices(context: Context): Promise<ExitCode> {
  const { output } = context;
  const services = await context.createServices();
  const devices = await services.get(Queries).history();
  const reader = readerOf(output, services);
  return output.rows(
    { ...devices, records: eachOnce(devices.records, keyOfFormer) },
    (device) => ({
      ...device,
      name: output.name(device.name),
      ownerName: output.name(device.ownerName),
      expiresAt: iso(device.expiresAt),
    }),
    [
      ['SNO', ({ sno }) => sno],
      ['NAME', ({ name }) => output.name(name)],
      ['OPERATOR', ({ ownerName }) => output.name(ownerName)],
      ['UNTIL', ({ expiresAt }) => endText(expiresAt, reader)],
    ],
    'No past rentals.',
  );
}
