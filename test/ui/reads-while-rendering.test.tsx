// @vitest-environment happy-dom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { readLatest } from '../../src/core/device/api.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import type { AppStorage } from '../../src/ports/app-storage.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, LEASE_ORDER } from './app-harness.tsx';

const { stackTraceLimit } = Error;
beforeEach(() => void (Error.stackTraceLimit = Infinity));
afterEach(() => void (Error.stackTraceLimit = stackTraceLimit));

/** Counts, by key, the storage reads that React makes while it renders. */
function readsWhileRendering(storage: AppStorage): Map<string, number> {
  const reads = new Map<string, number>();
  const read = storage.read.bind(storage);
  storage.read = (area, key) => {
    if (area !== 'local' && new Error().stack?.includes('renderWithHooks')) reads.set(key, (reads.get(key) ?? 0) + 1);
    return read(area, key);
  };
  return reads;
}

const CARD = { sysUserId: 'op1', operatorName: '康养馆', money: 3 };

test('The counter finds a component that reads storage on each render', () => {
  const storage = new FakeAppStorage();
  const reads = readsWhileRendering(storage);
  const Planted = () => storage.read('session', 'planted') ?? 'nothing';
  const { rerender } = render(<Planted />);
  rerender(<Planted />);
  storage.read('session', 'outside');
  expect([...reads]).toEqual([['planted', 2]]);
});

test.each([
  ['/my?tab=my'],
  ['/my?tab=device'],
  ['/lease'],
  ['/modeMenu'],
  ['/custom'],
  ['/process'],
  ['/orderDetail?isCardItem=false'],
  ['/orderDetail?orderNo=L100&isCardItem=false'],
  ['/my/orderList'],
  ['/my/orderList?type=cardlist'],
  ['/my/cardList'],
  ['/login'],
  ['/share'],
  ['/my/feedback'],
])('At %s, rendering reads each key of the account at most once', async (address) => {
  const app = new AppHarness()
    .withDevice()
    .reply(listLeaseOrders, aPage(LEASE_ORDER))
    .reply(listCards, aPage(CARD))
    .reply(readLatest, { onOff: 0 });
  const reads = readsWhileRendering(app.storage);
  app.open(address);
  await screen.findByRole('heading', { level: 1 });
  await app.advance(2_000);
  for (const box of screen.queryAllByRole('textbox')) fireEvent.change(box, { target: { value: '138' } });
  await app.advance(2_000);
  expect([...reads].filter(([, count]) => count > 1)).toEqual([]);
});
