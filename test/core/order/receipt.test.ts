import { expect, test } from 'vitest';
import { receiptOf } from '../../../src/core/order/receipt.ts';

test.each([
  ['paid', 'payment'],
  ['to-pay', 'order'],
  ['cancelled', 'order'],
  ['unknown', 'order'],
] as const)('The receipt of an order with the state "%s" has the kind "%s"', (state, kind) => {
  const order = { kind: 'lease', number: 'L100', state } as const;
  const of = { mayBePaid: false, readAt: 1, issuedAt: 2 };
  expect(receiptOf(order, of)).toEqual({ kind, order, ...of });
});
