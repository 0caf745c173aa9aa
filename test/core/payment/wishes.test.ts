import { expect, test } from 'vitest';
import { Wishes } from '../../../src/core/payment/wishes.ts';
import { createTestApp } from '../../helpers/create-test-app.ts';
import { anOrder, anotherOrder } from '../../helpers/fake-order-server.ts';

const NAMES = ['a week', 'a month', 'ten uses'];

function threeWishes() {
  const wishes = createTestApp().get(Wishes);
  const [week, month, uses] = NAMES.map((name) => wishes.of(name));
  wishes.keep('a week', { key: 'k1', at: 0, order: anOrder });
  wishes.keep('a month', { key: 'k2', at: 0, order: anotherOrder });
  return { wishes, week, month, uses };
}

test('each wish has a key of its own, and keeps it', () => {
  const { wishes, week, month, uses } = threeWishes();
  expect(new Set([week?.key, month?.key, uses?.key]).size).toBe(3);
  expect(wishes.of('ten uses')).toEqual(uses);
});

test('a wish that is given up is a new one next time; the others stay', () => {
  const { wishes, uses } = threeWishes();
  wishes.forget('a week');
  expect(wishes.of('a week').order).toBeUndefined();
  expect([wishes.of('a month').order, wishes.of('ten uses')]).toEqual([anotherOrder, uses]);
});

test('a wish whose order is settled is a new one next time; the others stay', () => {
  const { wishes, uses } = threeWishes();
  wishes.settle(anotherOrder);
  expect(wishes.of('a month').order).toBeUndefined();
  expect([wishes.of('a week').order, wishes.of('ten uses')]).toEqual([anOrder, uses]);
});

test('the orders of the other wishes are those that are known', () => {
  const { wishes } = threeWishes();
  expect(NAMES.map((name) => wishes.ordersBut(name))).toEqual([['L-2'], ['L-1'], ['L-1', 'L-2']]);
});
