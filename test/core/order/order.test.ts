import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { cardOrderState, leaseOrderState, payable, shownState } from '../../../src/core/order/order.ts';

const wordings = ['待支付', '支付中', '支付完成', '使用中', '订单完成', '已取消', '已过期'];

test('Every code and wording maps to one of four states, three of which are shown', () => {
  fc.assert(
    fc.property(
      fc.option(fc.integer(), { nil: undefined }),
      fc.option(fc.oneof(fc.constantFrom(...wordings), fc.string()), { nil: undefined }),
      (code, words) => {
        for (const state of [leaseOrderState(code, words), cardOrderState(code, words)]) {
          expect(['to-pay', 'paid', 'cancelled', 'unknown']).toContain(state);
          expect(['to-pay', 'paid', 'cancelled']).toContain(shownState({ state }));
        }
      },
    ),
  );
});

// covers 9.limits.9a
test.each([
  // covers 4.orders.2a
  [1, 'to-pay'],
  // covers 4.orders.3a
  [5, 'paid'],
  // covers 4.orders.4a
  [-1, 'cancelled'],
])('The code %d of a lease order determines its state regardless of the wording', (code, state) => {
  for (const words of [...wordings, undefined, '?']) expect(leaseOrderState(code, words)).toBe(state);
});

// covers 4.orders.5a
test('The wording determines the state of a lease order with another code, and an unknown wording means an unknown state', () => {
  const states = ['to-pay', 'to-pay', 'paid', 'paid', 'paid', 'cancelled', 'cancelled'];
  for (const code of [undefined, 0, 2, 99]) {
    expect(wordings.map((words) => leaseOrderState(code, words))).toEqual(states);
    expect([leaseOrderState(code, undefined), leaseOrderState(code, '-1'), leaseOrderState(code, '退款')]).toEqual([
      'unknown',
      'unknown',
      'unknown',
    ]);
    expect(['已支付', '取消支付'].map((words) => leaseOrderState(code, words))).toEqual(['paid', 'cancelled']);
  }
});

// covers 4.orders.9c
test('Three wordings of a card order determine its state, and otherwise its code does', () => {
  for (const code of [undefined, 1, 5, -1, 3]) {
    expect(['已过期', '支付中', '支付完成'].map((words) => cardOrderState(code, words))).toEqual([
      'cancelled',
      'to-pay',
      'paid',
    ]);
  }
  expect([1, 5, -1].map((code) => cardOrderState(code, '待支付'))).toEqual(['to-pay', 'paid', 'cancelled']);
  expect(cardOrderState(undefined, undefined)).toBe('unknown');
  expect(['已支付', '取消支付', '已取消', '退款中'].map((words) => cardOrderState(7, words))).toEqual([
    'paid',
    'cancelled',
    'cancelled',
    'unknown',
  ]);
});

// covers 4.orders.5b
test('An order whose state is unknown is shown as cancelled, and every other state as itself', () => {
  expect((['to-pay', 'paid', 'cancelled', 'unknown'] as const).map((state) => shownState({ state }))).toEqual([
    'to-pay',
    'paid',
    'cancelled',
    'cancelled',
  ]);
});

test('The payable amount of an order is its due amount', () => {
  const order = { kind: 'card', number: 'C1', state: 'to-pay', operatorId: 'shop-1' } as const;
  expect(payable({ ...order, amountFen: 3000, dueFen: 1990 })).toMatchObject({
    number: 'C1',
    amountFen: 1990,
    operatorId: 'shop-1',
  });
  expect(payable({ ...order, amountFen: 3000 }).amountFen).toBe(3000);
  expect(payable(order).amountFen).toBe(0);
});
