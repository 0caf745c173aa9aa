import { CheckoutRecords } from '../../../core/checkout/records/checkout-records.ts';
import { Queries } from '../../../core/queries.ts';
import { cardsByOperator, keyOfRecord } from '../../../core/wallet/card.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../words/exit-codes.ts';
import { ageOrTime, dayAndSecond, iso, readerOf } from '../../words/format.ts';
import { MORE, pages } from '../pages.ts';

export const fields = ['operatorId', 'operatorName', 'remainingUses', 'lastUsedAt'];

export async function listCards(context: Context, { all }: { all?: true }): Promise<ExitCode> {
  const { output } = context;
  const services = await context.createServices({ asPerson: 'if-others-are-open' });
  const purchases = services.get(CheckoutRecords).purchases();
  const listed = await pages(services.get(Queries).cards, keyOfRecord, all);
  purchases.requireListed('card', listed);
  const reader = readerOf(output, services);
  const code = await output.rows(
    { ...listed, records: cardsByOperator(listed, !listed.isPart) },
    (card) => ({ ...card, operatorName: output.name(card.operatorName), lastUsedAt: iso(card.lastUsedAt) }),
    [
      ['OPERATOR', ({ operatorId }) => operatorId],
      ['NAME', ({ operatorName }) => output.name(operatorName)],
      ['REMAINING USES', ({ remainingUses }) => remainingUses?.toString()],
      ['LAST USED', ({ lastUsedAt }) => ageOrTime(lastUsedAt, reader)],
    ],
    `No cards. To list card plans: ${context.hint`plan list SNO --by uses`}`,
  );
  for (const { order, until } of purchases.unlisted('card'))
    output.warn(
      `Order ${order.number} was found paid less than a minute ago, and a server may list its uses late: until ${dayAndSecond(until)} they may be missing`,
    );
  if (listed.isPart && !listed.missing) output.note(MORE);
  return code;
}
