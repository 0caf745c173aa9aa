// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { getDetail, listDevices } from '../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder, listUsePlans } from '../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { DAY } from '../../src/core/basics/time.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aCard, aDevice, aPage } from '../helpers/wire.ts';
import {
  AppHarness,
  at,
  choosesPlan,
  choosesTab,
  doesNotSee,
  goTo,
  LEASE_ORDER,
  presses,
  sees,
} from './app-harness.tsx';

const ASSISTANT = { assist: true, mobile: '13800001234' };
const CANCELLED = { ...LEASE_ORDER, statusCode: -1, status: '已取消' };
const CARD_ORDER_OF_ANOTHER_SHOP = aPage({
  chargeOrderNo: 'C2',
  statusDesc: '已取消',
  statusCode: -1,
  fee: 8,
  payMoney: 80,
  sysUserId: 'op2',
});

test('An assistant who renews the rental of a customer orders it for the customer', async () => {
  const app = new AppHarness()
    .reply(getUser, ASSISTANT)
    .reply(listDevices, [aDevice({ sno: 'PL1001', assist: true, ownerId: 'op1' })])
    .open('/my?tab=device');
  app.bridge.answers({ result: 'ok' });
  fireEvent.click(await screen.findByRole('button', { name: /续/ }));
  expect(await sees('代客户租赁')).toBeTruthy();
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ sno: 'PL1001', assist: true }]));
});

test('An assistant who cancels the order of a customer and chooses another plan still orders for the customer', async () => {
  const app = new AppHarness().reply(getUser, ASSISTANT).open('/?sno=PL1001');
  await presses('是');
  app.bridge.answers({ result: 'cancel' }, { result: 'cancel' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toContain('/orderDetail'));
  app.reply(cancelLeaseOrder, () => void app.reply(getLeaseOrder, CANCELLED));
  await presses('取消订单');
  await presses('确认');
  await presses(/重新选/);
  expect(await sees('代客户租赁')).toBeTruthy();
  app
    .reply(createLeaseOrder, { payMoney: 9.9, orderNo: 'L101' })
    .reply(getLeaseOrder, { ...LEASE_ORDER, orderNo: 'L101', payMoney: 9.9 });
  await choosesPlan(/1天/);
  await presses(/9.90 支付/);
  await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ assist: true }, { assist: true }]));
});

test('An assistant who cancels an own order and chooses again orders for himself, although the device was a customer’s before', async () => {
  const app = new AppHarness()
    .reply(getUser, ASSISTANT)
    .reply(listDevices, [aDevice({ sno: 'PL1001', assist: true, expirationTime: '2020-01-01 00:00:00' })])
    .reply(listCards, aPage())
    .open('/?sno=PL1001');
  await presses('否');
  app.bridge.answers({ result: 'cancel' }, { result: 'cancel' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toContain('/orderDetail'));
  app.reply(cancelLeaseOrder, () => void app.reply(getLeaseOrder, CANCELLED));
  await presses('取消订单');
  await presses('确认');
  await presses(/重新选/);
  app
    .reply(createLeaseOrder, { payMoney: 9.9, orderNo: 'L101' })
    .reply(getLeaseOrder, { ...LEASE_ORDER, orderNo: 'L101', payMoney: 9.9 });
  await choosesPlan(/1天/);
  expect(doesNotSee('代客户租赁')).toBe(true);
  await presses(/9.90 支付/);
  await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ assist: false }, { assist: false }]));
});

test('Uses are bought from the shop whose plans are shown, also after an order of another shop was looked at', async () => {
  const app = new AppHarness()
    .withDevice('PL1001')
    .reply(listUsePlans, ({ body }) => ({
      detailVoList: String(body).includes('op2')
        ? [{ id: 'of-op2', price: 80, num: 8, rechargeModeId: 'r2' }]
        : [{ id: 'of-op1', price: 30, num: 5, rechargeModeId: 'r1' }],
    }))
    .reply(listCardOrders, CARD_ORDER_OF_ANOTHER_SHOP)
    .open('/orderDetail?orderNo=C2&isCardItem=true&sysUserId=op2');
  app.bridge.answers({ result: 'cancel' });
  await presses(/重新选/);
  expect(await sees('￥80')).toBeTruthy();
  goTo('/lease');
  await choosesTab('按次数租赁');
  await choosesPlan(/5次/);
  await presses('￥30 支付');
  await waitFor(() =>
    expect(app.http.data(createCardOrder)).toEqual([
      { rechargeModeDetailId: 'of-op1', rechargeModeId: 'r1', sysUserId: 'op1' },
    ]),
  );
});

test('The question before a start counts the uses with the shop of the device, also after an order of another shop was looked at', async () => {
  new AppHarness()
    .withDevice('PL1001')
    .reply(listCards, aPage(aCard({ sysUserId: 'op1', money: 2 }), aCard({ sysUserId: 'op2', money: 7 })))
    .reply(listCardOrders, CARD_ORDER_OF_ANOTHER_SHOP)
    .open('/orderDetail?orderNo=C2&isCardItem=true&sysUserId=op2');
  await presses(/重新选/);
  await waitFor(() => expect(at()).toContain('/lease?'));
  goTo('/modeMenu');
  await presses(/生物电/);
  expect((await screen.findByRole('alertdialog')).textContent).toContain('2');
});

test('A plan chosen again promises no days after the lease of somebody else', async () => {
  const app = new AppHarness().reply(listLeaseOrders, aPage(CANCELLED)).reply(getLeaseOrder, CANCELLED);
  const theirEnd = app.clock.now() + 90 * DAY;
  app.reply(getDetail, { sno: 'PL1001', name: '客厅理疗仪', onlineStatusDesc: '在线', expirationTime: theirEnd });
  app.open('/my/orderList');
  fireEvent.click(await screen.findByRole('link', { name: /L100/ }));
  await presses('重新选择套餐');
  await choosesPlan(/7天/);
  const until = /租期至 (\d{4}-\d\d-\d\d)/.exec((await sees(/租期至/)).textContent ?? '')?.[1];
  expect(Date.parse(until ?? '')).toBeLessThan(app.clock.now() + 8 * DAY);
});

test('Nothing is bought for a customer before the screen has said that it is for one', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const rentals = [aDevice({ sno: 'PL1001', ownerId: 'op1', assist: true })];
  const app = new AppHarness()
    .reply(getUser, ASSISTANT)
    .reply(listDevices, () => answered.then(() => rentals))
    .open('/lease?sno=PL1001&renewal=1');
  app.bridge.answers({ result: 'cancel' });
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await app.advance(100);
  expect(app.calls(createLeaseOrder)).toBe(0);
  answer();
  expect(await sees('代客户租赁')).toBeTruthy();
  expect(app.calls(createLeaseOrder)).toBe(0);
  await presses('￥49 支付');
  await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ assist: true }]));
});

test('An assistant whose list could not be read is asked for whom the renewal is before it is bought', async () => {
  const app = new AppHarness()
    .reply(getUser, ASSISTANT)
    .reply(listDevices, new Problem('network'))
    .open('/lease?sno=PL1001&renewal=1');
  app.bridge.answers({ result: 'cancel' });
  await app.advance(20_000);
  expect((await screen.findByRole('alertdialog')).textContent).toContain('是否代客户租赁设备？');
  await presses('是');
  expect(await sees('代客户租赁')).toBeTruthy();
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ assist: true }]));
});

test.each([
  ['是', true],
  ['否', false],
])(
  'Where the list does not say for whom a device is rented, the customer is asked before the order: %s',
  async (answer, assist) => {
    const app = new AppHarness()
      .reply(listDevices, [aDevice({ sno: 'PL1001', ownerId: 'op1', assist: null })])
      .reply(getDetail, { sno: 'PL1001', name: '客厅理疗仪' })
      .open('/lease?sno=PL1001&renewal=1');
    app.bridge.answers({ result: 'cancel' });
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('是否代客户租赁设备？');
    expect(question.textContent).toContain('PL1001');
    expect(app.calls(createLeaseOrder)).toBe(0);
    await presses(answer);
    await choosesPlan(/7天/);
    await presses('￥49 支付');
    await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ assist }]));
  },
);

test.each([
  ['', []],
  [
    ', also where an own lease of the device is over',
    [aDevice({ sno: 'PL1001', assist: false, expirationTime: '2020-01-01 00:00:00' })],
  ],
  [
    ', also where the rental of a customer is over',
    [aDevice({ sno: 'PL1001', assist: true, expirationTime: '2020-01-01 00:00:00' })],
  ],
])('An assistant who chooses again for an order of another phone is asked for whom it is%s', async (_, listed) => {
  const app = new AppHarness()
    .reply(getUser, ASSISTANT)
    .reply(listDevices, listed)
    .reply(listLeaseOrders, aPage(CANCELLED))
    .reply(getLeaseOrder, CANCELLED)
    .open('/my/orderList');
  app.bridge.answers({ result: 'cancel' });
  fireEvent.click(await screen.findByRole('link', { name: /L100/ }));
  await presses('重新选择套餐');
  expect((await screen.findByRole('alertdialog')).textContent).toContain('是否代客户租赁设备？');
  await presses('是');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ assist: true }]));
});
