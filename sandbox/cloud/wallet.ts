import { operatorOf } from '../world/operators.ts';
import type { HandlerTable } from './handler-table.ts';
import { yuan } from './lease.ts';
import { pageOf } from './order.ts';
import { Refusal } from './refusal.ts';

export const wallet: HandlerTable['wallet'] = {
  listCards: (request, { caller, world }) => {
    const cards = world.wallets.all
      .filter(({ userId }) => userId === caller.id)
      .flatMap((each) => (world.habits.severalCards ? [{ ...each, uses: 0 }, each, { ...each, uses: 0 }] : [each]))
      .map(({ operatorId, uses, lastUsedAt }) => ({
        sysUserId: Number(operatorId),
        operatorName: operatorOf(operatorId)?.name ?? '',
        money: String(uses),
        utime: lastUsedAt ?? null,
      }));
    return pageOf(cards, request);
  },

  listRefunds: (request, { caller, world }) => {
    const refunds = world.refunds
      .filter(({ userId }) => userId === caller.id)
      .map(({ refundNo, operatorId, statusDesc, amount, at }) => ({
        refundNo,
        operatorName: operatorOf(operatorId)?.name ?? '',
        statusDesc,
        amount: yuan(amount),
        utime: at,
      }));
    return pageOf(refunds, request);
  },
};

export const feedback: HandlerTable['feedback'] = {
  createFeedback: ({ content, phone }, { caller, world }) => {
    if (content.trim() === '') throw new Refusal('反馈内容不能为空');
    world.feedback.unshift({ userId: caller.id, content, phone, at: world.clock.now() });
    return null;
  },
};
