import { ShareWith } from '../../../core/share/share-with.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { dayAndTime, iso } from '../../format.ts';

export const fields = ['sno', 'mobile', 'since'];

export async function listShares(context: Context, code: string): Promise<ExitCode> {
  const { output } = context;
  const sno = context.deviceNumber(code);
  const people = await (await context.createServices()).get(ShareWith).list(sno);
  return output.rows(
    people,
    ({ mobile, since }) => ({ sno, mobile: output.person(mobile), since: iso(since) }),
    [
      ['PHONE', ({ mobile }) => output.person(mobile)],
      ['SINCE', ({ since }) => dayAndTime(since)],
    ],
    `${sno} is not shared. To share it: ${context.hint`share add ${sno} PHONE`}`,
  );
}
