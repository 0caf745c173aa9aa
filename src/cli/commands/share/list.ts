import { ShareWith } from '../../../core/share/share-with.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../words/exit-codes.ts';
import { ageOrTime, iso, readerOf } from '../../words/format.ts';
import { requireOwnLease } from './own-lease.ts';

export const fields = ['sno', 'mobile', 'since'];

export async function listShares(context: Context, code: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const services = await context.createServices();
  await requireOwnLease(context, services, sno, 'it is not said with whom the device is shared');
  const people = await services.get(ShareWith).list(sno);
  const reader = readerOf(output, services);
  return output.rows(
    people,
    ({ mobile, since }) => ({ sno, mobile: output.phone(mobile), since: iso(since) }),
    [
      ['PHONE', ({ mobile }) => output.phone(mobile)],
      ['SINCE', ({ since }) => ageOrTime(since, reader)],
    ],
    `This account shares ${sno} with nobody. To share it: ${context.hint`share add ${sno} PHONE`}`,
  );
}
