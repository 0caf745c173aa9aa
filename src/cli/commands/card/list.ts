import { Queries } from '../../../core/queries.ts';
import type { Context } from '../../context.ts';
import type { ExitCode } from '../../exit-codes.ts';
import { dayAndTime, iso } from '../../format.ts';
import { MORE, pages } from '../../pages.ts';

export const fields = ['operatorId', 'operatorName', 'remainingUses', 'lastUsedAt'];

export async function listCards(context: Context, { all }: { all?: true }): Promise<ExitCode> {
  const { output } = context;
  const { listed, ended } = await pages(
    (await context.createServices()).get(Queries).cards,
    ({ operatorId }) => operatorId,
    all,
  );
  const code = await output.rows(
    listed,
    (card) => ({ ...card, lastUsedAt: iso(card.lastUsedAt) }),
    [
      ['OPERATOR', ({ operatorId }) => operatorId],
      ['NAME', ({ operatorName }) => operatorName],
      ['REMAINING USES', ({ remainingUses }) => String(remainingUses)],
      ['LAST USED', ({ lastUsedAt }) => dayAndTime(lastUsedAt)],
    ],
    `No cards. To list card plans: ${context.hint`plan list SNO --by uses`}`,
  );
  if (!ended && !all) output.note(MORE);
  return code;
}
