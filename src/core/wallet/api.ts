import * as v from 'valibot';
import { absentOr, id, instant, maybe, page, price, text, uses } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';
import { saysPaidBack, wordOf } from '../order/order.ts';
import { PAGE_SIZE } from '../basics/paging.ts';
import type { Card, Refund } from './card.ts';

const paging = { current: v.number(), pages: v.number(), size: v.number(), total: v.number() };

export const listCards = endpoint({
  name: 'wallet.listCards',
  path: '/wallet/balance',
  kind: 'read',
  request: v.object({ ...paging, query: v.object({}) }),
  encode: ({ page: current, size = PAGE_SIZE }: { page: number; size?: number }) => ({
    current,
    pages: 0,
    query: {},
    size,
    total: 0,
  }),
  answer: page(
    v.pipe(
      v.object({ sysUserId: id, operatorName: maybe(text), money: absentOr(uses), utime: maybe(instant) }),
      v.transform(({ sysUserId, operatorName, money, utime }): Card => ({
        operatorId: sysUserId,
        operatorName,
        remainingUses: money,
        lastUsedAt: utime,
      })),
    ),
  ),
});

export const listRefunds = endpoint({
  name: 'wallet.listRefunds',
  path: '/refund/page',
  kind: 'read',
  request: v.object(paging),
  encode: ({ page: current }: { page: number }) => ({ current, pages: 0, size: PAGE_SIZE, total: 0 }),
  answer: page(
    v.pipe(
      v.object({
        refundNo: id,
        operatorName: maybe(text),
        statusDesc: maybe(text),
        amount: maybe(price),
        utime: maybe(instant),
      }),
      v.transform(({ refundNo, operatorName, statusDesc, amount, utime }): Refund => {
        const refund = { refundNo, operatorName, statusText: wordOf(statusDesc) };
        // Before the money is paid back, the time is that of another change, and the amount may be none yet.
        return saysPaidBack(statusDesc)
          ? { ...refund, amountFen: amount, refundedAt: utime }
          : { ...refund, amountFen: amount || undefined, changedAt: utime };
      }),
    ),
  ),
});
