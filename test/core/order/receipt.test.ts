import { expect, test } from 'vitest';
import { receiptOf } from '../../../src/core/order/receipt.ts';

test.each([
  ['paid', 'payment'],
  ['to-pay', 'order'],
  ['cancelled', 'order'],
  ['unknown', 'order'],
] as const)('The receipt of an order with the state "%s" has the kind "%s"', (state, kind) => {
  const order = { kind: 'lease', number: 'L100', state } as const;
  expect(receiptOf(order, 1, 2)).toEqual({ kind, order, readAt: 1, issuedAt: 2 });
});
