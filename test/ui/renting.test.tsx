// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { createLeaseOrder, listDurationPlans, listUsePlans } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders } from '../../src/core/order/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { refused } from '../helpers/fake-server.ts';
import { aDevice, aPage } from '../helpers/wire.ts';
import { AppHarness, at, choosesPlan, choosesTab, doesNotSee, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';

const PAID_ORDER = { ...LEASE_ORDER, statusCode: 5, status: '支付完成' };
const PAID_CARD = { chargeOrderNo: 'C100', statusDesc: '支付完成', statusCode: 5, fee: 5, sysUserId: 'op1' };

const isChosen = async (tab: string) =>
  (await screen.findByRole('tab', { name: tab })).getAttribute('aria-selected') === 'true';

// covers 2.lease.1a
test('Without parameters, the lease screen lets the customer choose both kinds of plans', async () => {
  new AppHarness().withDevice().open('/lease');
  expect(await isChosen('按时长租赁')).toBe(true);
  await choosesTab('按次数租赁');
  expect(await sees('￥30')).toBeTruthy();
  await choosesTab('按时长租赁');
  expect(await sees('￥49')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

// covers 2.lease.2b
test('Duration plans are in days and use plans in uses, and a plan shows its original price if it has one', async () => {
  new AppHarness().withDevice().open('/lease');
  const names = async () => (await screen.findAllByRole('radio')).map((plan) => plan.getAttribute('aria-label'));
  expect(await names()).toEqual(['1天 ￥9.90', '7天 ￥49，原价￥69']);
  expect(screen.getAllByText('原价')).toHaveLength(1);
  await choosesTab('按次数租赁');
  await waitFor(async () => expect(await names()).toEqual(['5次 ￥30']));
});

// covers 2.lease.3a
test('Only the chosen plan is marked, and the button shows its price', async () => {
  new AppHarness().withDevice().open('/lease');
  await choosesPlan(/7天/);
  const marked = screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked);
  expect(
    marked.map((plan) => [plan.getAttribute('aria-label'), plan.closest('label')?.className.includes('chosen')]),
  ).toEqual([['7天 ￥49，原价￥69', true]]);
  expect(await screen.findByRole('button', { name: '￥49 支付' })).toBeTruthy();
});

// covers 2.lease.8b
test('Renting on behalf of a customer is shown on the screen and sent with the order', async () => {
  const app = new AppHarness().withDevice().reply(getLeaseOrder, PAID_ORDER).open('/lease?assist=true');
  app.bridge.answers({ result: 'ok' });
  expect(await sees('代客户租赁')).toBeTruthy();
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  expect(JSON.parse(app.http.requests(createLeaseOrder)[0]?.body ?? '{}').data).toMatchObject({
    assist: true,
    sno: 'PL1001',
  });
});

test.each([true, false])(
  'After a rental for a customer, one scan leads to the plans for the next one, never to a rental of one’s own, and nobody is asked for whom, although the server says assist: %s',
  async (assist) => {
    const app = new AppHarness()
      .withDevice()
      .reply(getUser, { assist })
      .reply(getLeaseOrder, PAID_ORDER)
      .open('/lease?assist=true');
    app.bridge.answers({ result: 'ok' });
    await choosesPlan(/7天/);
    await presses('￥49 支付');
    await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
    app.scanner.reads('PL2002');
    await presses('扫码，为下一位客户租赁');
    await waitFor(() => expect(at()).toBe(screenOf('/lease', { sno: 'PL2002', rest: 'assist=true' })));
    expect(await sees('代客户租赁')).toBeTruthy();
  },
);

test('After a rental of one’s own, no scan for a next customer is offered', async () => {
  const app = new AppHarness().withDevice().reply(getLeaseOrder, PAID_ORDER).open('/lease?assist=false');
  app.bridge.answers({ result: 'ok' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  expect(await sees('支付成功')).toBeTruthy();
  expect(doesNotSee('扫码，为下一位客户租赁')).toBe(true);
});

test.each([
  // covers 2.my.3a
  ['renewing a device', '/lease?renewal=1', 'DEVICE_USING', '/my?renewal=1'],
  // covers 2.process.12a
  ['a working device', '/lease?assist=false', 'DEVICE_WORKING', '/process?sno=PL1001&paid=1'],
  // covers 2.modes.8a
  ['a free device', '/lease?assist=false', 'DEVICE_FREE', screenOf('/modeMenu', { rest: 'paid=1' })],
])('After paying for %s at %s (%s), the customer is at %s', async (_, address, status, place) => {
  const app = new AppHarness()
    .withDevice()
    .reply(getLeaseOrder, PAID_ORDER)
    .reply(listDevices, [aDevice({ sno: 'PL1001' })])
    .reply(checkDevice, { ownerId: 'op1', status })
    .open(address);
  app.bridge.answers({ result: 'ok' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toBe(place));
});

// covers 4.paying.5a
test.each(['/lease?renewal=2', '/lease?type=recharge&sysUserId=op1'])(
  'After recharging a card at %s, the customer is at the card list',
  async (address) => {
    const app = new AppHarness().withDevice().reply(listCardOrders, aPage(PAID_CARD)).open(address);
    app.reply(listCards, aPage({ sysUserId: 'op1', operatorName: '康养馆', money: 9 }));
    app.bridge.answers({ result: 'ok' });
    await choosesPlan(/5次/);
    await presses('￥30 支付');
    expect(await sees('9次')).toBeTruthy();
    await waitFor(() => expect(at()).toBe('/my/cardList'));
  },
);

// covers 4.paying.8a
test('Cancelling the payment of a card renewal opens the card list', async () => {
  const toPay = { ...PAID_CARD, statusDesc: '支付中', statusCode: 1 };
  const app = new AppHarness().withDevice().reply(listCardOrders, aPage(toPay)).open('/lease?renewal=2');
  app.bridge.answers({ result: 'cancel' });
  await choosesPlan(/5次/);
  await presses('￥30 支付');
  expect(await sees('支付已取消')).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/my/cardList'));
});

// covers 8.errors.25b
test('An order that the server refuses shows the server’s message and can be retried', async () => {
  const app = new AppHarness().withDevice().reply(createLeaseOrder, refused('500', '套餐已下架')).open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  expect(await sees('套餐已下架')).toBeTruthy();
  expect(await sees('没有打开支付，本次没有扣款')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  expect(app.bridge.asked).toHaveLength(0);
  app.reply(createLeaseOrder, { payMoney: 49, orderNo: 'L100' }).reply(getLeaseOrder, PAID_ORDER);
  app.bridge.answers({ result: 'ok' });
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
});

// covers 8.errors.25a
test.each([
  ['按时长租赁', '按次数租赁', listDurationPlans],
  ['按次数租赁', '按时长租赁', listUsePlans],
])('If its plans are refused, the tab %s shows the cause, and the tab %s still works', async (tab, other, endpoint) => {
  new AppHarness().withDevice().reply(endpoint, refused('500', '套餐维护中')).open('/lease');
  await choosesTab(tab);
  expect(await sees('套餐维护中')).toBeTruthy();
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy();
  await choosesTab(other);
  expect(await screen.findAllByRole('radio')).toBeTruthy();
  expect(doesNotSee('套餐维护中')).toBe(true);
});
