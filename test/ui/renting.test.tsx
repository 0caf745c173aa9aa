// @vitest-environment happy-dom
import { screen, waitFor, fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices } from '../../src/core/device/api.ts';
import { createLeaseOrder, listUsePlans, createCardOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, cancelLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { DAY, MINUTE } from '../../src/core/basics/time.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { refused } from '../helpers/fake-server.ts';
import { aDevice, aPage } from '../helpers/wire.ts';
import {
  AppHarness,
  at,
  choosesPlan,
  choosesTab,
  doesNotSee,
  LEASE_ORDER,
  PAID_ORDER,
  presses,
  sees,
  goTo,
  paysSevenDays,
} from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';

const PAID_CARD = { chargeOrderNo: 'C100', statusDesc: '支付完成', statusCode: 5, fee: 5, sysUserId: 'op1' };

const cardWith = (money: number) => aPage({ sysUserId: 'op1', operatorName: '康养馆', money });

const isChosen = async (tab: string) =>
  (await screen.findByRole('tab', { name: tab })).getAttribute('aria-selected') === 'true';

test('Without parameters, the lease screen lets the customer choose both kinds of plans', async () => {
  new AppHarness().withDevice().open('/lease');
  expect(await isChosen('按时长租赁')).toBe(true);
  await choosesTab('按次数租赁');
  expect(await sees('￥30')).toBeTruthy();
  await choosesTab('按时长租赁');
  expect(await sees('￥49')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

test('Duration plans are in days and use plans in uses, and a plan shows its original price if it has one', async () => {
  new AppHarness().withDevice().open('/lease');
  const names = async () => (await screen.findAllByRole('radio')).map((plan) => plan.getAttribute('aria-label'));
  expect(await names()).toEqual(['1天 ￥9.90', '7天 ￥49，原价￥69']);
  expect(screen.getAllByText('原价')).toHaveLength(1);
  await choosesTab('按次数租赁');
  await waitFor(async () => expect(await names()).toEqual(['5次 ￥30']));
});

test.each(['DEVICE_USING', 'DEVICE_FREE'])(
  'Who has just paid for a device gets to its modes while the list does not show the lease yet and the check says %s',
  async (status) => {
    const app = new AppHarness().open('/lease?sno=PL1001&assist=false');
    app.reply(getLeaseOrder, PAID_ORDER).bridge.answers({ result: 'ok' });
    await paysSevenDays();
    app.reply(checkDevice, { ownerId: 'op1', status });
    expect(await sees('支付成功')).toBeTruthy();
    goTo('/orderDetail?orderNo=L100&isCardItem=false');
    await presses('使用设备');
    await waitFor(() => expect(at()).toContain('/modeMenu?sno=PL1001'));
  },
);

test('Who has paid for a device is not told that it is rented already while the server has not confirmed the payment', async () => {
  const app = new AppHarness().open('/lease?sno=PL1001&assist=false');
  app.bridge.answers({ result: 'ok' });
  await paysSevenDays();
  expect(await sees('支付结果确认中')).toBeTruthy();
  app.reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
  goTo('/my?tab=device');
  app.scanner.reads('PL1001');
  fireEvent.click(await screen.findByRole('button', { name: /租设备/ }));
  await waitFor(() => expect(at()).toContain('/modeMenu?sno=PL1001'));
  expect(doesNotSee('设备已被租用')).toBe(true);
});

test('Who has just bought uses is not told that none are left by a list that is older', async () => {
  const app = new AppHarness().reply(listCards, cardWith(0)).open('/lease?type=recharge&sysUserId=op1');
  app.reply(listCardOrders, aPage({ ...PAID_CARD, payMoney: 30 })).bridge.answers({ result: 'ok' });
  await choosesPlan(/5次/);
  await presses('￥30 支付');
  expect(await sees('已购5次')).toBeTruthy();
  expect(await sees('共1条记录')).toBeTruthy();
  expect(doesNotSee('0次')).toBe(true);
  app.reply(listCards, cardWith(5));
  await app.advance(MINUTE);
  expect(await sees('5次')).toBeTruthy();
});

test('Who has bought uses beside those that are left is told the number from before neither by the card nor by the question before a start', async () => {
  const app = new AppHarness().reply(listCards, cardWith(8)).open('/lease?type=recharge&sysUserId=op1');
  app.reply(listCardOrders, aPage({ ...PAID_CARD, payMoney: 30 })).bridge.answers({ result: 'ok' });
  await choosesPlan(/5次/);
  await presses('￥30 支付');
  expect(await sees('已购5次')).toBeTruthy();
  expect(await sees('共1条记录')).toBeTruthy();
  expect(doesNotSee('8次')).toBe(true);
  goTo('/modeMenu?sno=PL1001');
  await presses(/^生物电/);
  expect(await sees('确认扣除一次使用次数？')).toBeTruthy();
  expect([doesNotSee('剩余次数 8'), doesNotSee('确认后剩余 7')]).toEqual([true, true]);
  await presses('取消');
  app.reply(listCards, cardWith(13));
  await presses(/^生物电/);
  expect(await sees('确认后剩余 12')).toBeTruthy();
  await presses('取消');
  goTo('/my/cardList');
  expect(await sees('13次')).toBeTruthy();
});

test.each(['/lease?sno=PL1001&assist=false', '/lease?sno=PL1001&renewal=2'])(
  'Who buys uses at a device beside those that are left, at %s, is not told the number from before by the card',
  async (address) => {
    const app = new AppHarness().reply(listCards, cardWith(8)).open(address);
    app.reply(listCardOrders, aPage({ ...PAID_CARD, payMoney: 30 })).bridge.answers({ result: 'ok' });
    await choosesTab('按次数租赁');
    await choosesPlan(/5次/);
    await presses('￥30 支付');
    expect(await sees('已购5次')).toBeTruthy();
    expect(await sees('共1条记录')).toBeTruthy();
    expect(doesNotSee('8次')).toBe(true);
    app.reply(listCards, cardWith(13));
    await app.advance(MINUTE);
    expect(await sees('13次')).toBeTruthy();
  },
);

test('Who has just bought uses is asked before a custom treatment takes one, also while the list does not show them yet', async () => {
  const app = new AppHarness().reply(listCards, cardWith(0)).open('/lease?type=recharge&sysUserId=op1');
  app.reply(listCardOrders, aPage(PAID_CARD)).bridge.answers({ result: 'ok' });
  await choosesPlan(/5次/);
  await presses('￥30 支付');
  await screen.findByRole('heading', { name: '次卡套餐' });
  expect(await sees('已购5次')).toBeTruthy();
  goTo('/custom?sno=PL1001');
  await presses('启动');
  expect(await sees('已支付，设备未启动')).toBeTruthy();
  app.reply(listCards, cardWith(5));
  await presses('再试一次');
  expect(await sees('确认扣除次数启动理疗仪？')).toBeTruthy();
  expect(app.calls(startDevice)).toBe(0);
});

test('Who pays for uses in the list of orders is not told of none by a list of cards that is older', async () => {
  const app = new AppHarness()
    .reply(listCards, cardWith(0))
    .reply(listCardOrders, aPage({ ...PAID_CARD, payMoney: 30, statusDesc: '待支付', statusCode: 1 }));
  app.open('/my/orderList?type=cardlist&sysUserId=op1');
  app.bridge.answers({ result: 'ok' });
  await sees('待支付');
  await presses(/去支付/);
  app.reply(listCardOrders, aPage({ ...PAID_CARD, payMoney: 30 }));
  await app.advance(2_500);
  expect(await sees('已支付')).toBeTruthy();
  goTo('/my/cardList');
  expect(await sees('共1条记录')).toBeTruthy();
  expect(doesNotSee('0次')).toBe(true);
  app.reply(listCards, cardWith(5));
  await app.advance(MINUTE);
  expect(await sees('5次')).toBeTruthy();
});

test.each(['DEVICE_USING', 'DEVICE_FREE'])(
  'An assistant who has just paid a customer’s order gets to the modes of its device while the list does not show the rental yet and the check says %s',
  async (status) => {
    const app = new AppHarness()
      .reply(getUser, { assist: true })
      .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' }, { ownerId: 'op1', status })
      .reply(getLeaseOrder, LEASE_ORDER, LEASE_ORDER, PAID_ORDER)
      .open('/orderDetail?orderNo=L100&isCardItem=false');
    app.bridge.answers({ result: 'ok' });
    await presses('去支付');
    await presses('使用设备');
    await presses(/^是/);
    await waitFor(() => expect(at()).not.toContain('/orderDetail'));
    expect(at()).toContain('/modeMenu?sno=PL1001');
  },
);

test('Who has just paid an order of the day before yesterday is led to its device, not to another rental, while the list does not show the first one yet', async () => {
  const order = { ...LEASE_ORDER, ctime: '2026-02-28 09:00:00' };
  const app = new AppHarness()
    .reply(getLeaseOrder, order, order, { ...order, statusCode: 5, status: '支付完成' })
    .open('/orderDetail?orderNo=L100&isCardItem=false');
  app.bridge.answers({ result: 'ok' });
  await presses('去支付');
  expect(await sees('使用设备')).toBeTruthy();
  await app.advance(1_000);
  expect(doesNotSee('再次租用')).toBe(true);
});

test('Who has just paid for a device whose rental the shop has refunded since gets to its plans', async () => {
  const app = new AppHarness()
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_FREE' })
    .open('/lease?sno=PL1001&assist=false');
  app.reply(getLeaseOrder, PAID_ORDER).bridge.answers({ result: 'ok' });
  await paysSevenDays();
  expect(await sees('支付成功')).toBeTruthy();
  goTo('/orderDetail?orderNo=L100&isCardItem=false');
  await sees('使用设备');
  app.reply(getLeaseOrder, { ...PAID_ORDER, statusDesc: '已退款' });
  await presses('使用设备');
  await waitFor(() => expect(at()).toContain('/lease?sno=PL1001'));
});

test('Only the chosen plan is marked, and the button shows its price', async () => {
  new AppHarness().withDevice().open('/lease');
  await choosesPlan(/7天/);
  const marked = screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked);
  expect(
    marked.map((plan) => [plan.getAttribute('aria-label'), plan.closest('label')?.className.includes('chosen')]),
  ).toEqual([['7天 ￥49，原价￥69', true]]);
  expect(await screen.findByRole('button', { name: '￥49 支付' })).toBeTruthy();
});

test('Renting on behalf of a customer is shown on the screen and sent with the order', async () => {
  const app = new AppHarness().withDevice().reply(getLeaseOrder, PAID_ORDER).open('/lease?assist=true');
  app.bridge.answers({ result: 'ok' });
  expect(await sees('代客户租赁')).toBeTruthy();
  await paysSevenDays();
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
    await paysSevenDays();
    await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
    app.scanner.reads('PL2002');
    await presses('扫码，为下一位客户租赁');
    await waitFor(() => expect(at()).toBe(screenOf('/lease', { sno: 'PL2002', rest: 'assist=true' })));
    expect(await sees('代客户租赁')).toBeTruthy();
  },
);

test('After a rental for a customer, a scan of a device that is rented for one already opens its modes, and nothing lies over them', async () => {
  const app = new AppHarness().withDevice().reply(getLeaseOrder, PAID_ORDER).open('/lease?assist=true');
  app.bridge.answers({ result: 'ok' });
  await paysSevenDays();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  app
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' })
    .reply(listDevices, [aDevice({ sno: 'PL2002', assist: true })]);
  app.scanner.reads('PL2002');
  await presses('扫码，为下一位客户租赁');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { sno: 'PL2002', rest: 'isShare=false' })));
  expect(await sees('编号 PL2002')).toBeTruthy();
  expect(doesNotSee('正在初始化...')).toBe(true);
});

test('The rental of a customer that is over is not offered for use while that of the next one was just paid', async () => {
  const app = new AppHarness().reply(getUser, ASSISTANT).reply(getLeaseOrder, PAID_ORDER);
  const row = { sno: 'PL1001', ownerId: 'op1', assist: true };
  const over = aDevice({ ...row, orderNo: 'L99', expirationTime: app.clock.now() - MINUTE });
  app.reply(listDevices, [over]).open('/lease?sno=PL1001&assist=true');
  app.bridge.answers({ result: 'ok' });
  await paysSevenDays();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  const next = aDevice({ ...row, orderNo: 'L100', expirationTime: app.clock.now() + 7 * DAY });
  app.reply(listDevices, [over, next]);
  goTo('/my?tab=device');
  expect(await screen.findAllByText('代租')).toHaveLength(2);
  expect(screen.getAllByRole('button', { name: /开始理疗/ })).toHaveLength(1);
  expect(screen.getAllByRole('button', { name: /续租/ })).toHaveLength(1);
});

test('After a free rental for a customer, the device is said to be rented, and one scan leads to the plans for the next one', async () => {
  const app = new AppHarness()
    .withDevice()
    .reply(createLeaseOrder, { payMoney: 0, orderNo: 'L100' })
    .open('/lease?assist=true');
  await paysSevenDays();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu')));
  expect(await sees('租赁成功，无需支付')).toBeTruthy();
  app.scanner.reads('PL2002');
  await presses('扫码，为下一位客户租赁');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { sno: 'PL2002', rest: 'assist=true' })));
});

test('What was paid for one customer is not told above the device of the next', async () => {
  const app = new AppHarness().withDevice().reply(getLeaseOrder, PAID_ORDER).open('/lease?assist=true');
  app.bridge.answers({ result: 'ok' }, { result: 'ok' });
  await paysSevenDays();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  await sees('生物电');
  expect(await sees('支付成功')).toBeTruthy();
  app.scanner.reads('PL2002');
  await presses('扫码，为下一位客户租赁');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { sno: 'PL2002', rest: 'assist=true' })));
  app
    .reply(createLeaseOrder, { payMoney: 49, orderNo: 'L101' })
    .reply(getLeaseOrder, { ...LEASE_ORDER, orderNo: 'L101' });
  await paysSevenDays();
  expect(await sees('支付结果确认中')).toBeTruthy();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { sno: 'PL2002', rest: 'paid=1' })));
  await sees('生物电');
  expect(doesNotSee('支付成功')).toBe(true);
});

test('After a rental of one’s own, no scan for a next customer is offered', async () => {
  const app = new AppHarness().withDevice().reply(getLeaseOrder, PAID_ORDER).open('/lease?assist=false');
  app.bridge.answers({ result: 'ok' });
  await paysSevenDays();
  expect(await sees('支付成功')).toBeTruthy();
  expect(doesNotSee('扫码，为下一位客户租赁')).toBe(true);
});

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

test('Cancelling the payment of a card renewal opens the card list', async () => {
  const toPay = { ...PAID_CARD, statusDesc: '支付中', statusCode: 1 };
  const app = new AppHarness().withDevice().reply(listCardOrders, aPage(toPay)).open('/lease?renewal=2');
  app.bridge.answers({ result: 'cancel' });
  await choosesPlan(/5次/);
  await presses('￥30 支付');
  expect(await sees('支付已取消')).toBeTruthy();
  await waitFor(() => expect(at()).toBe('/my/cardList'));
});

test('An order that the server refuses shows the server’s message and can be retried', async () => {
  const app = new AppHarness().withDevice().reply(createLeaseOrder, refused('500', '套餐已下架')).open('/lease');
  await paysSevenDays();
  expect(await sees('套餐已下架')).toBeTruthy();
  expect(await sees('没有打开支付，本次没有扣款')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '重试' })).toBeNull();
  expect(app.bridge.asked).toHaveLength(0);
  app.reply(createLeaseOrder, { payMoney: 49, orderNo: 'L100' }).reply(getLeaseOrder, PAID_ORDER);
  app.bridge.answers({ result: 'ok' });
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
});

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
  await paysSevenDays();
  await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ sno: 'PL1001', assist: true }]));
});

test.each([
  ['the order of a customer', '是', true],
  ['an own order', '否', false],
])(
  'An assistant who cancels %s and chooses another plan orders for the same person again, although the device was a customer’s before',
  async (_, forCustomer, assist) => {
    const app = new AppHarness()
      .reply(getUser, ASSISTANT)
      .reply(listDevices, [aDevice({ sno: 'PL1001', assist: true, expirationTime: '2020-01-01 00:00:00' })])
      .open('/?sno=PL1001');
    await presses(forCustomer);
    app.bridge.answers({ result: 'cancel' }, { result: 'cancel' });
    await paysSevenDays();
    await waitFor(() => expect(at()).toContain('/orderDetail'));
    app.reply(cancelLeaseOrder, () => void app.reply(getLeaseOrder, CANCELLED));
    await presses('取消订单');
    await presses('确认');
    await presses(/重新选/);
    app
      .reply(createLeaseOrder, { payMoney: 9.9, orderNo: 'L101' })
      .reply(getLeaseOrder, { ...LEASE_ORDER, orderNo: 'L101', payMoney: 9.9 });
    await choosesPlan(/1天/);
    expect(doesNotSee('代客户租赁')).toBe(!assist);
    await presses(/9.90 支付/);
    await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ assist }, { assist }]));
  },
);

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

test('Nothing is bought for a customer before the screen has said that it is for one', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  const rentals = [aDevice({ sno: 'PL1001', ownerId: 'op1', assist: true })];
  const app = new AppHarness()
    .reply(getUser, ASSISTANT)
    .reply(listDevices, () => answered.then(() => rentals))
    .open('/lease?sno=PL1001&renewal=1');
  app.bridge.answers({ result: 'cancel' });
  await paysSevenDays();
  await app.advance(100);
  expect(app.calls(createLeaseOrder)).toBe(0);
  answer();
  expect(await sees('代客户租赁')).toBeTruthy();
  expect(app.calls(createLeaseOrder)).toBe(0);
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
    await paysSevenDays();
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
  await paysSevenDays();
  await waitFor(() => expect(app.http.data(createLeaseOrder)).toMatchObject([{ assist: true }]));
});
