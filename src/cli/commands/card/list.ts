import { Queries } from '../../../core/queries.ts';
import type { Action } from '../../action.ts';
import { dayAndTime, iso } from '../../format.ts';
import { MORE, pages } from '../../pages.ts';

export const action: Action = {
  fields: ['operatorId', 'operatorName', 'remainingUses', 'lastUsedAt'],
  async run(context, { options: { all } }) {
    const { output } = context;
    const { listed, ended } = await pages((await context.join()).get(Queries).cards, ({ operatorId }) => operatorId, all === true);
    const code = await output.rows(
      listed,
      (card) => ({ ...card, lastUsedAt: iso(card.lastUsedAt) }),
      [
        ['OPERATOR', ({ operatorId }) => operatorId],
        ['NAME', ({ operatorName }) => operatorName],
        ['USES LEFT', ({ remainingUses }) => String(remainingUses)],
        ['LAST USED', ({ lastUsedAt }) => dayAndTime(lastUsedAt)],
      ],
      `No card. See the plans by uses: ${context.hint`plan list SNO --by uses`}`,
    );
    if (!ended && all !== true) output.note(MORE);
    return code;
  },
};
