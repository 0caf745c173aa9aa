import { Queries } from '../../../core/queries.ts';
import type { Action } from '../../action.ts';
import { dayAndTime, iso, yuan } from '../../format.ts';
import { MORE, pages } from '../../pages.ts';

export const action: Action = {
  fields: ['refundNo', 'operatorName', 'statusText', 'amountFen', 'refundedAt'],
  async run(context, { options: { all } }) {
    const { output } = context;
    const { listed, ended } = await pages((await context.join()).get(Queries).refunds, ({ refundNo }) => refundNo, all === true);
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
      'No refund.',
    );
    if (!ended && all !== true) output.note(MORE);
    return code;
  },
};
