import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cardOrderState,
  leaseOrderState,
  payable,
  shownState,
  statedDueOf,
  statusTextOf,
} from '../../../src/core/order/order.ts';

const wordings = ['待支付', '支付中', '支付完成', '使用中', '订单完成', '已取消', '已过期'];
const WORD_STATES = ['to-pay', 'to-pay', 'paid', 'paid', 'paid', 'cancelled', 'cancelled'];
const CODES = [
  [1, 'to-pay'],
  [5, 'paid'],
  [-1, 'cancelled'],
] as const;

test('Whatever the fields say, the state is one of four, three of which are shown, and its word is never a bare code', () => {
  const words = fc.option(fc.oneof(fc.constantFrom(...wordings), fc.string(), fc.integer().map(String)), {
    nil: undefined,
  });
  const statusCode = fc.option(fc.integer(), { nil: undefined });
  fc.assert(
    fc.property(fc.record({ statusCode, status: words, statusDesc: words }), (fields) => {
      for (const state of [leaseOrderState(fields), cardOrderState(fields)]) {
        expect(['to-pay', 'paid', 'cancelled', 'unknown']).toContain(state);
        expect(['to-pay', 'paid', 'cancelled']).toContain(shownState({ state }));
      }
      for (const kind of ['lease', 'card'] as const) expect(statusTextOf(kind, fields) ?? '-').not.toMatch(/^-?\d+$/);
    }),
  );
});

test('The first known word determines the state of a lease order, whatever its code is', () => {
  for (const statusCode of [undefined, 0, 1, 5, -1, 99]) {
    expect(wordings.map((status) => leaseOrderState({ status, statusCode }))).toEqual(WORD_STATES);
    expect(wordings.map((statusDesc) => leaseOrderState({ status: '?', statusDesc, statusCode }))).toEqual(WORD_STATES);
    expect(['已支付', '取消支付'].map((status) => leaseOrderState({ status, statusCode }))).toEqual([
      'paid',
      'cancelled',
    ]);
  }
  expect(leaseOrderState({ status: '待支付', statusDesc: '支付完成' })).toBe('to-pay');
});

test.each([
  [1, 'to-pay'],
  [5, 'paid'],
  [-1, 'cancelled'],
])('Without a known word, the code %d determines the state of a lease order, in either field', (code, state) => {
  for (const status of [undefined, '退款中', '?', '7'])
    expect(leaseOrderState({ statusCode: code, status })).toBe(state);
  expect(leaseOrderState({ status: String(code) })).toBe(state);
  expect(leaseOrderState({ status: String(code), statusCode: 99 })).toBe(state);
});

test('Without a known word or code, the state of a lease order is unknown', () => {
  for (const status of [undefined, '退款', '7', ''])
    for (const statusCode of [undefined, 0, 2, 99]) expect(leaseOrderState({ status, statusCode })).toBe('unknown');
});

test('Three words of a card order determine its state, and otherwise its code does', () => {
  for (const statusCode of [undefined, 1, 5, -1, 3]) {
    const states = ['已过期', '支付中', '支付完成'].map((statusDesc) => cardOrderState({ statusCode, statusDesc }));
    expect(states).toEqual(['cancelled', 'to-pay', 'paid']);
  }
  for (const [code, state] of CODES) {
    expect(cardOrderState({ statusCode: code, statusDesc: '待支付' })).toBe(state);
    expect(cardOrderState({ statusDesc: String(code) })).toBe(state);
  }
  expect(cardOrderState({})).toBe('unknown');
  expect(
    ['已支付', '取消支付', '已取消', '退款中'].map((statusDesc) => cardOrderState({ statusCode: 7, statusDesc })),
  ).toEqual(['paid', 'cancelled', 'cancelled', 'unknown']);
});

test('A word about a refund that no table has leaves the state of an order unknown, whatever else the server says of it', () => {
  for (const word of ['退款失败', '已全额退款', '退款', '退费中', '已退回'])
    for (const statusCode of [undefined, 1, 5, -1, 7])
      for (const other of [undefined, '待支付', '支付完成', '已过期', String(statusCode)])
        for (const stateOf of [leaseOrderState, cardOrderState]) {
          expect(stateOf({ status: word, statusDesc: other, statusCode })).toBe('unknown');
          expect(stateOf({ status: other, statusDesc: word, statusCode })).toBe('unknown');
        }
});

test('A word that says that a device was given back is not about a refund: the code, or a known word, counts', () => {
  for (const word of ['已退租', '退租中']) {
    expect(leaseOrderState({ status: word, statusCode: 5 })).toBe('paid');
    expect(leaseOrderState({ status: '订单完成', statusDesc: word })).toBe('paid');
    expect(cardOrderState({ statusDesc: word, statusCode: -1 })).toBe('cancelled');
  }
  expect(leaseOrderState({ status: '退租退款中', statusCode: 5 })).toBe('unknown');
});

test('An order of which a part was paid back was paid, whatever code the server keeps', () => {
  for (const statusCode of [undefined, 1, 5, -1, 7])
    for (const stateOf of [leaseOrderState, cardOrderState])
      expect(stateOf({ status: '部分退款', statusCode })).toBe('paid');
});

test.each([
  ['the word of its first field', { status: '使用中', statusDesc: '支付完成' }, '使用中'],
  ['the word beside a code', { status: '5', statusDesc: '支付完成' }, '支付完成'],
  ['a known word before an unknown one', { status: '?', statusDesc: '支付完成' }, '支付完成'],
  ['a word about a refund before any other', { status: '支付完成', statusDesc: '部分退款' }, '部分退款'],
  ['a word about money that is given back before any other', { status: '支付完成', statusDesc: '退费中' }, '退费中'],
  ['an unknown word if there is no other', { status: '退票', statusCode: 5 }, '退票'],
  ['no word for a code alone', { status: '5', statusCode: 5 }, undefined],
])('A lease order is named by %s', (_, fields, word) => {
  expect(statusTextOf('lease', fields)).toBe(word);
});

test('An order whose state is unknown is shown as cancelled, and every other state as itself', () => {
  expect((['to-pay', 'paid', 'cancelled', 'unknown'] as const).map((state) => shownState({ state }))).toEqual([
    'to-pay',
    'paid',
    'cancelled',
    'cancelled',
  ]);
});

test('Only an order that is to be paid states an amount due, and only a paid one an amount that was paid', () => {
  const stated = (['to-pay', 'paid', 'cancelled', 'unknown'] as const).map((state) =>
    statedDueOf({ state, dueFen: 4900 }),
  );
  expect(stated).toEqual([4900, 4900, undefined, undefined]);
});

test('The payable amount of an order is its due amount, and unknown if nobody named one', () => {
  const order = { kind: 'card', number: 'C1', state: 'to-pay', operatorId: 'shop-1' } as const;
  expect(payable({ ...order, amountFen: 3000, dueFen: 1990 })).toMatchObject({
    number: 'C1',
    amountFen: 1990,
    operatorId: 'shop-1',
  });
  expect(payable({ ...order, amountFen: 3000 }).amountFen).toBe(3000);
  expect(payable(order).amountFen).toBeUndefined();
  expect(payable({ ...order, amountFen: 0 }).amountFen).toBeUndefined();
});

test.each([
  ['a cancelled order', { state: 'cancelled', amountFen: 3000 }, undefined, undefined],
  [
    'an order that is being paid back',
    { state: 'to-pay', statusText: '退款中', amountFen: 3000, dueFen: 3000 },
    undefined,
    undefined,
  ],
  ['a paid order of which the server names only the price', { state: 'paid', amountFen: 3000 }, undefined, undefined],
  ['a paid order', { state: 'paid', amountFen: 3000, dueFen: 1990 }, 1990, 1990],
  ['a paid order that was free', { state: 'paid', amountFen: 3000, dueFen: 0 }, 0, 0],
] as const)('The amount to pay, or that was paid, of %s is never its price', (_, fields, toPay, stated) => {
  const order = { kind: 'lease', number: 'L1', ...fields } as const;
  expect([payable(order).amountFen, statedDueOf(order)]).toEqual([toPay, stated]);
});
