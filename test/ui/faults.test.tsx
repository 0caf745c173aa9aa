// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { accountRows } from './fault-rows/account.ts';
import { deviceRows } from './fault-rows/device.ts';
import { orderRows } from './fault-rows/order.ts';
import { CALLS, triesEach } from './fault-rows/tries-each.tsx';

const ROWS = [...accountRows, ...deviceRows, ...orderRows];

test('Every call of the contract has a place here', () => {
  expect(CALLS.map(({ name }) => name).filter((name) => !ROWS.some(({ call }) => call.name === name))).toEqual([]);
});

triesEach(accountRows);
