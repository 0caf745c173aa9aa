import { Queries } from '../../../core/queries.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../words/exit-codes.ts';
import { ageOrTime, iso, readerOf, yuan } from '../../words/format.ts';
import { MORE, newestFirst, pages } from '../pages.ts';

export const fields = ['refundNo', 'operatorName', 'statusText', 'amountFen', 'refundedAt', 'changedAt'];

export async function listRefunds(context: Context, { all }: { all?: true }): Promise<ExitCode> {
  const { output } = context;
  const services = await context.createServices();
  const found = await pages(services.get(Queries).refunds, ({ refundNo }) => refundNo, all);
  const listed = newestFirst(found, ({ refundedAt, changedAt }) => refundedAt ?? changedAt);
  const reader = readerOf(output, services);
  const code = await output.rows(
    listed,
    (refund) => ({
      ...refund,
      operatorName: output.name(refund.operatorName),
      statusText: output.name(refund.statusText),
      refundedAt: iso(refund.refundedAt),
      changedAt: iso(refund.changedAt),
    }),
    [
      ['REFUND', ({ refundNo }) => refundNo],
      ['OPERATOR', ({ operatorName }) => output.name(operatorName)],
      ['STATE', ({ statusText }) => output.name(statusText)],
      ['AMOUNT', ({ amountFen }) => yuan(amountFen)],
      ['TIME', ({ refundedAt, changedAt }) => ageOrTime(refundedAt ?? changedAt, reader)],
    ],
    'No refunds.',
  );
  if (listed.isPart && !listed.missing) output.note(MORE);
  return code;
}
