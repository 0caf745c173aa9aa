// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { prePay } from '../../src/core/checkout/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { screens } from '../../src/ui/deferred.ts';
import { AppHarness, LEASE_ORDER, at, choosesPlan, presses, sees } from './app-harness.tsx';
import { running } from './under-treatment.ts';

test('The entry and the account work while the deferred chunks cannot be loaded', async () => {
  const app = new AppHarness();
  app.deferredChunks = 'unreachable';
  app.open('/');
  await sees('李奶奶');
  expect(at()).toBe('/my');
});

test('A payment that an earlier page left unsettled is shown before the page is idle', async () => {
  const app = new AppHarness();
  app.purchases.record({
    type: 'sheetAnswered',
    order: { number: 'L100', kind: 'lease', amountFen: 4900 },
    answer: 'none',
  });
  app.open('/my', { idle: false });
  await sees(copy.payment.confirming);
});

test('A plan chosen before the page is idle can be paid', async () => {
  const app = new AppHarness().withDevice().open('/lease', { idle: false });
  app.bridge.answers({ result: 'ok' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await sees(copy.payment.confirming);
  expect(app.calls(prePay)).toBe(1);
});

test('A screen whose chunk fails to load shows the failure with a retry, and sends no request', async () => {
  const app = new AppHarness();
  app.deferredChunks = 'unreachable';
  app.open('/my/orderList');
  await screen.findByRole('heading', { name: copy.screenFailed.title });
  expect(screen.getByRole('button', { name: copy.common.retry })).toBeTruthy();
  expect(app.http.sent).toEqual([]);
});

test('A treatment screen whose chunk fails to load warns that the device may still run', async () => {
  const app = running();
  app.deferredChunks = 'unreachable';
  app.open('/process?sno=PL1001');
  await screen.findByRole('heading', { name: copy.screenFailed.title });
  await sees(copy.safety.mayStillRun);
  await sees(copy.support.inTheShop);
});

test('A treatment can be stopped from the notice that its screen failed to load', async () => {
  const load = vi.spyOn(screens['/process']!.chunk, 'load').mockRejectedValue(new Problem('network'));
  const app = running().open('/process?sno=PL1001');
  await screen.findByRole('heading', { name: copy.screenFailed.title });
  await presses(copy.treatment.stop);
  await presses(copy.common.confirm);
  await sees(copy.treatment.stopped);
  expect(app.calls(stopDevice)).toBe(1);
  load.mockRestore();
});

test('A screen that fails to load says nothing of a device while nothing runs', async () => {
  const app = new AppHarness();
  app.deferredChunks = 'unreachable';
  app.open('/my/orderList');
  await screen.findByRole('heading', { name: copy.screenFailed.title });
  expect(screen.queryByText(copy.safety.mayStillRun)).toBeNull();
});

test('A scan that failed on a lost connection works with a retry once the connection is back', async () => {
  const app = new AppHarness();
  app.deferredChunks = 'unreachable';
  app.open('/my?tab=device');
  await presses(/租设备/);
  await sees(copy.problems.network);
  app.deferredChunks = 'loaded';
  app.scanner.answers({ kind: 'scanned', text: 'PL1001' });
  await presses(copy.common.retry);
  await sees(copy.titles.lease);
  expect(at()).toContain('/lease');
});

test('An unsettled payment stays unconfirmed until the code that checks it has loaded', async () => {
  const app = new AppHarness();
  app.deferredChunks = 'unreachable';
  const order = { number: 'L100', kind: 'lease', amountFen: 4900 } as const;
  app.purchases.record({ type: 'sheetAnswered', order, answer: 'ok' });
  app.open('/my');
  await sees(copy.payment.stillUnknown);
  app.deferredChunks = 'loaded';
  app.reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' });
  await presses(copy.payment.askAgain);
  await sees(copy.tasks.ended(copy.tasks.pay('L100'), copy.payment.paid));
});

test('A screen whose chunk fails to load offline shows the network error, and loads on resume once the network is back', async () => {
  const app = new AppHarness();
  app.deferredChunks = 'unreachable';
  app.pageIsReachable = false;
  app.open('/my/orderList');
  await sees(copy.problems.network);
  await presses(copy.common.retry);
  await sees(copy.problems.network);
  expect(app.reloads).toBe(0);
  app.deferredChunks = 'loaded';
  app.pageIsReachable = true;
  await app.resumes();
  await sees(copy.orders.none);
});

test('A chunk that is missing although the server responds reloads the page, but only when the user retries', async () => {
  const app = new AppHarness();
  app.deferredChunks = 'unreachable';
  app.open('/my/orderList');
  await sees(copy.problems.http);
  await app.resumes();
  await sees(copy.problems.http);
  expect(app.reloads).toBe(0);
  await presses(copy.common.retry);
  await waitFor(() => expect(app.reloads).toBe(1));
});

test('A screen whose chunk failed to load does not block the other screens', async () => {
  const app = new AppHarness();
  app.deferredChunks = 'unreachable';
  app.open('/my/orderList');
  fireEvent.click(await screen.findByRole('link', { name: copy.notFound.home }));
  await sees('李奶奶');
  app.deferredChunks = 'loaded';
  fireEvent.click(screen.getByRole('link', { name: copy.titles.orderList }));
  await sees(copy.orders.none);
});

test('A screen whose chunk arrives between its first render and its first effect is shown', async () => {
  const { chunk } = screens['/my'] ?? {};
  const My = await chunk?.load();
  let reads = 0;
  Object.defineProperty(chunk, 'content', {
    configurable: true,
    get: () => (reads++ === 0 ? undefined : My),
    set: () => {},
  });
  new AppHarness().open('/my');
  await sees('李奶奶');
});
