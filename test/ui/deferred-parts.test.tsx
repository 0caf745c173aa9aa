// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { screens } from '../../src/ui/deferred.ts';
import { httpResponse } from '../helpers/fake-server.ts';
import { AppHarness, at, presses, sees } from './app-harness.tsx';

test('The way in and the account are there although the rest of the page does not come', async () => {
  const app = new AppHarness();
  app.laterParts = 'lost';
  app.open('/');
  await sees('李奶奶');
  expect(at()).toBe('/my');
});

test('A screen of the rest says that it did not come, and offers to load it again', async () => {
  const app = new AppHarness();
  app.laterParts = 'lost';
  app.open('/my/orderList');
  await screen.findByRole('heading', { name: copy.screenFailed.title });
  expect(screen.getByRole('button', { name: copy.common.retry })).toBeTruthy();
  expect(app.http.sent).toEqual([]);
});

test('A code is scanned once the line is back, where it was lost as somebody tapped', async () => {
  const app = new AppHarness();
  app.laterParts = 'lost';
  app.open('/my?tab=device');
  await presses(/租设备/);
  await sees(copy.problems.network);
  app.laterParts = 'there';
  app.scanner.answers({ kind: 'scanned', text: 'PL1001' });
  await presses(copy.common.retry);
  await sees(copy.titles.lease);
  expect(at()).toContain('/lease');
});

test('A payment that was left open stays in doubt while what asks about it does not come', async () => {
  const app = new AppHarness();
  app.laterParts = 'lost';
  const order = { number: 'L100', kind: 'lease', amountFen: 4900 } as const;
  app.purchases.record({ type: 'sheetAnswered', order, answer: 'ok' });
  app.open('/my');
  await sees(copy.payment.stillUnknown);
  app.laterParts = 'there';
  app.reply(
    getLeaseOrder,
    httpResponse({
      body: { code: '200', message: '', data: { orderNo: 'L100', statusCode: 5, status: '支付完成', payMoney: 49 } },
    }),
  );
  await presses(copy.payment.askAgain);
  await sees(copy.payment.paid);
});

test('A screen that did not come says that the network is out of reach, and comes by itself when the network is back', async () => {
  const app = new AppHarness();
  app.laterParts = 'lost';
  app.pageIsReachable = false;
  app.open('/my/orderList');
  await sees(copy.problems.network);
  await presses(copy.common.retry);
  await sees(copy.problems.network);
  expect(app.reloads).toBe(0);
  app.laterParts = 'there';
  app.pageIsReachable = true;
  await app.comesBack();
  await sees(copy.orders.none);
});

test('A screen that is missing although the server answers is fetched with a new page, and only when somebody asks for it', async () => {
  const app = new AppHarness();
  app.laterParts = 'lost';
  app.open('/my/orderList');
  await sees(copy.problems.http);
  await app.comesBack();
  await sees(copy.problems.http);
  expect(app.reloads).toBe(0);
  await presses(copy.common.retry);
  await waitFor(() => expect(app.reloads).toBe(1));
});

test('A screen that did not come does not stay in the way of the others', async () => {
  const app = new AppHarness();
  app.laterParts = 'lost';
  app.open('/my/orderList');
  fireEvent.click(await screen.findByRole('link', { name: copy.notFound.home }));
  await sees('李奶奶');
  app.laterParts = 'there';
  fireEvent.click(screen.getByRole('link', { name: copy.titles.orderList }));
  await sees(copy.orders.none);
});

test('A screen whose file arrives between its first render and its first effect is shown', async () => {
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
