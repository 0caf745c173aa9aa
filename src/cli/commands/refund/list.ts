import { Queries } from '../../../core/queries.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { dayAndTime, iso, yuan } from '../../format.ts';
import { MORE, pages } from '../../pages.ts';

export const fields = ['refundNo', 'operatorName', 'statusText', 'amountFen', 'refundedAt'];

export async function listRefunds(context: Context, { all }: { all?: true }): Promise<ExitCode> {
  const { output } = context;
  const { listed, ended } = await pages(
    (await context.createServices()).get(Queries).refunds,
    ({ refundNo }) => refundNo,
    all,
  );
  const code = await output.rows(
    listed,
    (refund) => ({ ...refund, refundedAt: iso(refund.refundedAt) }),
    [
      ['REFUND', ({ refundNo }) => refundNo],
      ['OPERATOR', ({ operatorName }) => operatorName],
      ['STATE', ({ statusText }) => statusText],
      ['AMOUNT', ({ amountFen }) => yuan(amountFen)],
      ['TIME', ({ refundedAt }) => dayAndTime(refundedAt)],
    ],
    'No refunds.',
  );
  if (!ended && !all) output.note(MORE);
  return code;
}
