// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../helpers/fake-server.ts';
import { accountRows } from './fault-matrix/account.ts';
import { deviceRows } from './fault-matrix/device.ts';
import { orderRows } from './fault-matrix/order.ts';
import { runFaultMatrix } from './fault-matrix/fault-matrix.tsx';

const ROWS = [...accountRows, ...deviceRows, ...orderRows];

// covers 8.calls.6a
test('The fault matrix covers every call of the contract', () => {
  expect(ENDPOINTS.map(({ name }) => name).filter((name) => !ROWS.some(({ call }) => call.name === name))).toEqual([]);
});

runFaultMatrix(accountRows);
