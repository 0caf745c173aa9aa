// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { OrdersPlacedHere } from '../../src/core/checkout/orders-placed-here.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { checkDevice, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { hangs, httpResponse } from '../helpers/fake-server.ts';
import { aDevice, aPage, type DeviceRow } from '../helpers/wire.ts';
import { Problem } from '../../src/core/problem.ts';
import { DAY, HOUR, MINUTE } from '../../src/core/basics/time.ts';
import {
  AppHarness,
  at,
  choosesPlan,
  choosesTab,
  doesNotSee,
  goTo,
  LEASE_ORDER,
  PAID_ORDER,
  paysSevenDays,
  presses,
  sees,
  SHEET,
} from './app-harness.tsx';
import { RUNNING } from './under-treatment.ts';

const DEVICE = { sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1', assist: false };
const withDevices = (...devices: DeviceRow[]) => new AppHarness().reply(listDevices, devices);
const checkResult = (status: string) => ({ ownerId: 'op1', status });

test('The device tab lists the leased devices first, and a second tab lists the lease history', async () => {
  withDevices(DEVICE).open('/my?pageType=device');
  const tabs = within(await screen.findByRole('tablist', { name: '设备列表' })).getAllByRole('tab');
  expect(tabs.map((tab) => [tab.textContent, tab.getAttribute('aria-selected')])).toEqual([
    ['在租设备', 'true'],
    ['租赁历史', 'false'],
  ]);
  await choosesTab('租赁历史');
  expect(await sees('暂无租赁记录')).toBeTruthy();
});

test('Two former leases of one device are both shown, also where the server numbers the device and not the lease', async () => {
  const former = { id: 9, sno: 'PL0009', deviceName: '旧理疗仪', ownerName: '康健店' };
  new AppHarness()
    .reply(listHistory, [
      { ...former, expirationTime: '2026-02-01 09:00:00' },
      { ...former, expirationTime: '2025-11-01 09:00:00' },
    ])
    .open('/my?tab=device');
  await choosesTab('租赁历史');
  expect((await screen.findAllByText(/^到期/)).map(({ textContent }) => textContent)).toEqual([
    '到期 2026-02-01',
    '到期 2025-11-01',
  ]);
});

test('The refresh button reloads the device list and shows the progress and the time of the update', async () => {
  const app = new AppHarness()
    .reply(listDevices, [DEVICE], [DEVICE, { ...DEVICE, sno: 'PL1002', deviceName: '卧室理疗仪' }])
    .open('/my?pageType=device');
  expect(await sees(/^\d\d:\d\d更新$/)).toBeTruthy();
  await presses('刷新设备列表');
  expect(await sees('正在刷新...')).toBeTruthy();
  expect(await sees('卧室理疗仪')).toBeTruthy();
  expect((await sees(/^\d\d:\d\d更新$/)).getAttribute('role')).toBe('status');
  expect(app.calls(listDevices)).toBe(2);
});

test('A device list that could not be read again since yesterday names its day', async () => {
  const app = withDevices(DEVICE).open('/my?pageType=device');
  expect(await sees('09:00更新')).toBeTruthy();
  const before = app.clock.now.bind(app.clock);
  app.clock.now = () => before() + 25 * HOUR;
  app.reply(listDevices, new Problem('network'));
  await app.resumes();
  await app.advance(MINUTE);
  expect(await sees('2026-03-02 09:00更新')).toBeTruthy();
});

test('The lease history is read again with the devices when the page is shown again', async () => {
  const app = withDevices(DEVICE).open('/my?pageType=device');
  await choosesTab('租赁历史');
  expect(await sees('暂无租赁记录')).toBeTruthy();
  app.reply(listHistory, [{ id: 9, sno: 'PL0009', deviceName: '旧理疗仪', ownerName: '康健店' }]);
  await app.resumes();
  expect(await sees('旧理疗仪')).toBeTruthy();
});

test('A lease history that could not be read again says so above the one before', async () => {
  const former = { id: 9, sno: 'PL0009', deviceName: '旧理疗仪', ownerName: '康健店' };
  const app = withDevices(DEVICE).reply(listHistory, [former]).open('/my?pageType=device');
  await choosesTab('租赁历史');
  await sees('旧理疗仪');
  app.reply(listHistory, httpResponse({ status: 404 }));
  await presses('刷新设备列表');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(await sees('旧理疗仪')).toBeTruthy();
});

test('The card of a running device says until when it runs, and leads there', async () => {
  const app = withDevices(DEVICE, { ...DEVICE, sno: 'PL1002', deviceName: '卧室理疗仪', onlineStatus: '离线' })
    .reply(checkDevice, ({ body }) => checkResult(body.includes('PL1002') ? 'DEVICE_OFFLINE' : 'DEVICE_WORKING'))
    .reply(readLatest, RUNNING)
    .open('/my?pageType=device');
  const running = await sees('理疗中 · 至09:19结束');
  expect(running.closest('button')?.textContent).toContain('客厅理疗仪');
  expect([app.calls(checkDevice), app.calls(readLatest)]).toEqual([2, 2]);
  await presses(/^客厅理疗仪/);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test('The card of a device whose treatment is over or was not read says nothing of a treatment', async () => {
  const app = withDevices(DEVICE)
    .reply(checkDevice, checkResult('DEVICE_WORKING'))
    .reply(readLatest, RUNNING)
    .open('/my?pageType=device');
  await sees('理疗中 · 至09:19结束');
  app.reply(readLatest, hangs);
  await app.advance(19 * MINUTE);
  expect(doesNotSee(/理疗中 · 至/)).toBe(true);
});

test('The way back from a device scanned after a notice leads to the device tab that the entry link had opened', async () => {
  const app = withDevices(DEVICE).reply(checkDevice, checkResult('DEVICE_LOCKED')).open('/?pageType=device');
  app.scanner.answers({ kind: 'scanned', text: 'PL1001' });
  await presses(/^客厅理疗仪/);
  await sees('设备已锁定');
  app.reply(checkDevice, checkResult('DEVICE_USING'));
  await presses('重新扫码');
  await waitFor(() => expect(at()).toContain('/modeMenu'));
  await presses('返回');
  expect(await screen.findByRole('tab', { name: '设备', selected: true })).toBeTruthy();
});

const many = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    ...DEVICE,
    sno: `PL2${String(index).padStart(3, '0')}`,
    deviceName: `理疗仪 ${index + 1} 号`,
    onlineStatus: index === 0 ? '离线' : '在线',
    assist: index === 1,
    expirationTime: index === 2 ? '2026-03-03 09:00:00' : '2026-06-01 09:00:00',
  }));
const cardsShown = () => screen.queryAllByRole('article').map((card) => /PL2\d+/.exec(card.textContent)?.[0]);

test('A list of nine devices is searched by name or number', async () => {
  withDevices(...many(9)).open('/my?tab=device');
  fireEvent.change(await screen.findByLabelText('搜索设备名称或编号'), { target: { value: ' pl2004' } });
  expect(cardsShown()).toEqual(['PL2004']);
  fireEvent.change(screen.getByLabelText('搜索设备名称或编号'), { target: { value: '理疗仪9号' } });
  expect(cardsShown()).toEqual(['PL2008']);
  fireEvent.change(screen.getByLabelText('搜索设备名称或编号'), { target: { value: '没有' } });
  expect([cardsShown(), doesNotSee('没有符合条件的记录')]).toEqual([[], false]);
  await presses('显示全部');
  expect(cardsShown()).toHaveLength(9);
});

test('A list of eight devices has no search', async () => {
  withDevices(...many(8)).open('/my?tab=device');
  await sees('理疗仪 8 号');
  expect(screen.queryByLabelText('搜索设备名称或编号')).toBeNull();
});

test('A long list shows on request only the devices that are online, end soon, or are rented for a customer', async () => {
  withDevices(...many(9)).open('/my?tab=device');
  await presses('在线');
  expect(cardsShown()).toHaveLength(8);
  await presses('3天内到期');
  expect(cardsShown()).toEqual(['PL2002']);
  await presses('代租');
  expect(cardsShown()).toEqual(['PL2001']);
  await presses('全部');
  expect(cardsShown()).toHaveLength(9);
});

test('An assistant notes for whom a device is rented, finds it by that, and the next rental of it has no note', async () => {
  const rented = { ...DEVICE, assist: true, orderNo: 'ZL1' };
  const app = withDevices(rented, ...many(9)).open('/my?tab=device');
  await presses('客户备注 客厅理疗仪');
  fireEvent.change(await screen.findByLabelText('姓名或手机尾号'), { target: { value: ' 王女士 0399 ' } });
  await presses('确认');
  expect((await sees('王女士 0399')).closest('button')?.textContent).toContain('客厅理疗仪');
  fireEvent.change(screen.getByLabelText('搜索设备名称或编号'), { target: { value: '0399' } });
  expect(screen.getAllByRole('article')).toHaveLength(1);
  app.reply(listDevices, [{ ...rented, orderNo: 'ZL2' }]);
  await app.resumes();
  await waitFor(() => expect(doesNotSee('王女士 0399')).toBe(true));
});

test('A device that is not rented for a customer, or whose rental has no order number, has no note', async () => {
  const forCustomer = { ...DEVICE, sno: 'PL1002', assist: true };
  const devices = [{ ...DEVICE, orderNo: 'ZL1' }, forCustomer, { ...forCustomer, sno: 'PL1003', orderNo: 0 }];
  withDevices(...devices).open('/my?tab=device');
  expect(await screen.findAllByText('客厅理疗仪')).toHaveLength(3);
  expect(screen.queryByRole('button', { name: /^客户备注/ })).toBeNull();
});

test('While the next customer is treated, the rental of the one before is not said to run', async () => {
  const rented = { ...DEVICE, assist: true };
  withDevices(
    { ...rented, orderNo: 'ZL1', expirationTime: '2026-02-20 09:00:00' },
    { ...rented, orderNo: 'ZL2', expirationTime: '2026-06-01 09:00:00' },
  )
    .reply(checkDevice, checkResult('DEVICE_WORKING'))
    .reply(readLatest, RUNNING)
    .open('/my?tab=device');
  await screen.findByRole('button', { name: /^查看理疗/ });
  const cards = screen.getAllByRole('article').map(({ textContent }) => textContent);
  expect(cards).toEqual([expect.stringMatching(/理疗中/), expect.stringMatching(/已到期/)]);
  expect(cards.map((words) => /理疗中|查看理疗/.test(words))).toEqual([true, false]);
});

test('A rental that is over is not renewed once the next customer rents its device: his own would be extended', async () => {
  const rented = { ...DEVICE, assist: true };
  withDevices(
    { ...rented, orderNo: 'ZL1', expirationTime: '2026-02-20 09:00:00' },
    { ...rented, orderNo: 'ZL2', expirationTime: '2026-06-01 09:00:00' },
    { ...rented, sno: 'PL1002', orderNo: 'ZL3', expirationTime: '2026-02-20 09:00:00' },
  ).open('/my?tab=device');
  await screen.findAllByText('已到期');
  const renewable = screen
    .getAllByRole('article')
    .filter((card) => within(card).queryByRole('button', { name: /^续租/ }))
    .map((card) => /PL\d+/.exec(card.textContent)?.[0] + (/已到期/.test(card.textContent) ? ' over' : ''));
  expect(renewable).toEqual(['PL1001', 'PL1002 over']);
});

/** An assistant who has noted the customer of this rental, and whose next payment succeeds. */
async function notesCustomer(rented: DeviceRow, customer = '王女士'): Promise<AppHarness> {
  const app = new AppHarness()
    .reply(getUser, { assist: true, mobile: '13800001234' })
    .reply(listDevices, [rented])
    .open('/my?tab=device');
  app.bridge.answers({ result: 'ok' });
  await presses(/^客户备注/);
  fireEvent.change(await screen.findByLabelText('姓名或手机尾号'), { target: { value: customer } });
  await presses('确认');
  await sees(customer);
  return app;
}

/** Pays for seven days, after which the list names the order of this payment. */
async function rentsSevenDays(app: AppHarness, rented: DeviceRow): Promise<void> {
  await choosesPlan(/7天/);
  app
    .reply(getLeaseOrder, { ...LEASE_ORDER, statusCode: 5, status: '支付完成' })
    .reply(listDevices, [{ ...rented, orderNo: 'L100', expirationTime: '2026-06-01 09:00:00' }]);
  await presses('￥49 支付');
}

const FOR_CUSTOMER = aDevice({ sno: 'PL1001', assist: true, orderNo: 'ZL1', ownerId: 'op1' });

test('The note of a customer stays after the rental was renewed for him', async () => {
  const app = await notesCustomer(FOR_CUSTOMER);
  await presses(/^续租/);
  await rentsSevenDays(app, FOR_CUSTOMER);
  await waitFor(() => expect(at()).toContain('/my'));
  expect(await sees('王女士')).toBeTruthy();
});

test('The note of a customer stays after the payment of a renewal could not be opened and was made from the orders', async () => {
  const app = await notesCustomer(FOR_CUSTOMER);
  app.reply(prePay, new Problem('network')).reply(listLeaseOrders, aPage(LEASE_ORDER));
  await presses(/^续租/);
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await sees('没有打开支付，本次没有扣款');
  app.reply(prePay, SHEET);
  goTo('/my/orderList');
  const pay = await screen.findByRole('button', { name: '去支付 L100' });
  app.bridge.answers({ result: 'ok' });
  fireEvent.click(pay);
  app.reply(listDevices, [{ ...FOR_CUSTOMER, orderNo: 'L100', expirationTime: '2026-06-01 09:00:00' }]);
  await waitFor(() => expect(app.bridge.asked).toHaveLength(2));
  goTo('/my?tab=device');
  expect(await sees('王女士')).toBeTruthy();
});

test('The note of a customer whose rental is over is not that of the next one, for whom the device is scanned anew', async () => {
  const over = { ...FOR_CUSTOMER, expirationTime: '2026-02-01 09:00:00' };
  const app = await notesCustomer(over);
  app.scanner.answers({ kind: 'scanned', text: 'PL1001' });
  await presses(/^租设备/);
  await presses(/^是/);
  await waitFor(() => expect(at()).toContain('/lease'));
  await rentsSevenDays(app, over);
  await waitFor(() => expect(at()).toContain('/modeMenu'));
  goTo('/my?tab=device');
  await screen.findByText('代租', { selector: 'span' });
  expect(doesNotSee('王女士')).toBe(true);
});

/** The customer of the device renews, no payment opens, and an hour passes. */
async function leavesARenewalUnpaid(app: AppHarness): Promise<void> {
  app.reply(prePay, new Problem('network'));
  await presses(/^续租/);
  await paysSevenDays();
  await sees('没有打开支付，本次没有扣款');
  await app.advance(HOUR);
}

// The server returns an order that waits to be paid in place of a new one for the same device.
test('The note of a customer who did not pay a renewal is not that of the next one, for whom the server returns the same order', async () => {
  const app = await notesCustomer(FOR_CUSTOMER);
  await leavesARenewalUnpaid(app);
  app.reply(prePay, SHEET);
  app.bridge.answers({ result: 'ok' });
  const over = { ...FOR_CUSTOMER, expirationTime: '2026-02-01 09:00:00' };
  app.reply(listDevices, [over]).reply(listLeaseOrders, aPage(LEASE_ORDER));
  goTo('/lease?sno=PL1001&assist=true');
  await rentsSevenDays(app, over);
  await waitFor(() => expect(at()).toContain('/modeMenu'));
  goTo('/my?tab=device');
  await screen.findByText('代租', { selector: 'span' });
  expect(doesNotSee('王女士')).toBe(true);
});

test('The note of a customer who did not pay a renewal is not that of the next one, who renews without a note and for whom the server returns the same order', async () => {
  const app = await notesCustomer(FOR_CUSTOMER);
  await leavesARenewalUnpaid(app);
  app.bridge.answers({ result: 'ok' });
  const ofNext = { ...FOR_CUSTOMER, orderNo: 'ZL2' };
  app.reply(prePay, SHEET).reply(listDevices, [ofNext]).reply(listLeaseOrders, aPage(LEASE_ORDER));
  goTo('/my?tab=device');
  await app.resumes();
  await waitFor(() => expect(doesNotSee('王女士')).toBe(true));
  await presses(/^续租/);
  await rentsSevenDays(app, ofNext);
  await waitFor(() => expect(at()).toContain('/my?renewal=1'));
  await screen.findByText('代租', { selector: 'span' });
  expect(doesNotSee('王女士')).toBe(true);
});

test('A rental that is renewed after a later one of its device keeps the note of its own customer', async () => {
  const ofWang = { ...FOR_CUSTOMER, expirationTime: '2026-02-01 09:00:00' };
  const ofLi = { ...FOR_CUSTOMER, orderNo: 'ZL2', expirationTime: '2026-02-20 09:00:00' };
  const app = await notesCustomer(ofLi, '李先生');
  app.reply(listDevices, [ofLi, ofWang]);
  await app.resumes();
  await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2));
  const cardOfWang = () => {
    const card = screen.getAllByRole('article').find((each) => each.textContent?.includes('2026-02-01'));
    if (!card) throw new Error('no card of the first rental');
    return within(card);
  };
  fireEvent.click(cardOfWang().getByRole('button', { name: /^客户备注/ }));
  fireEvent.change(await screen.findByLabelText('姓名或手机尾号'), { target: { value: '王女士' } });
  await presses('确认');
  await sees('王女士');
  fireEvent.click(cardOfWang().getByRole('button', { name: /^续租/ }));
  await waitFor(() => expect(at()).toContain('/lease'));
  await rentsSevenDays(app, ofWang);
  await waitFor(() => expect(at()).toContain('/my'));
  expect(await sees('王女士')).toBeTruthy();
  expect(doesNotSee('李先生')).toBe(true);
});

test('An old order of a customer that is placed again takes no note of the customer who rented its device last', async () => {
  const ofLi = { ...FOR_CUSTOMER, orderNo: 'ZL2', expirationTime: '2026-02-20 09:00:00' };
  const app = await notesCustomer(ofLi, '李先生');
  new OrdersPlacedHere(app.scope, app.clock).add('ZL1', 'customer');
  app.reply(getLeaseOrder, {
    ...LEASE_ORDER,
    orderNo: 'ZL1',
    statusCode: 5,
    status: '订单完成',
    payTime: '2026-01-25 09:00:00',
  });
  goTo('/orderDetail?orderNo=ZL1&isCardItem=false');
  await presses('再次租用');
  await waitFor(() => expect(at()).toContain('/lease'));
  await rentsSevenDays(app, ofLi);
  await waitFor(() => expect(at()).toContain('/my'));
  await screen.findByText('代租', { selector: 'span' });
  expect(doesNotSee('李先生')).toBe(true);
});

test('A list of devices that was asked for before the phone slept is asked for again when it wakes', async () => {
  const answers: ((devices: DeviceRow[]) => void)[] = [];
  const app = new AppHarness().reply(listDevices, () => new Promise<DeviceRow[]>((resolve) => answers.push(resolve)));
  app.open('/my?tab=device');
  await waitFor(() => expect(answers.length).toBeGreaterThan(0));
  app.reply(listDevices, [DEVICE]);
  await app.resumes();
  for (const answer of answers) answer([]);
  expect(await screen.findByRole('button', { name: /^客厅理疗仪/ })).toBeTruthy();
});

test('Who has just rented a first device is not told that there is none by a list that does not show it yet', async () => {
  const app = new AppHarness().withDevice().reply(getLeaseOrder, PAID_ORDER).open('/lease?assist=false');
  app.bridge.answers({ result: 'ok' });
  await paysSevenDays();
  expect(await sees('支付成功')).toBeTruthy();
  goTo('/my?tab=device');
  expect(await sees('服务暂时无法处理，请稍后重试')).toBeTruthy();
  expect(doesNotSee('暂无设备')).toBe(true);
  app.reply(listDevices, [DEVICE]);
  await presses('重试');
  expect(await screen.findByRole('button', { name: /^客厅理疗仪/ })).toBeTruthy();
});

test('The details of a device name no end of a rental from before its renewal of a moment ago', async () => {
  const app = new AppHarness();
  const before = { ...DEVICE, expirationTime: app.clock.now() + DAY };
  app.reply(listDevices, [before]).reply(getLeaseOrder, PAID_ORDER).open('/my?tab=device');
  app.bridge.answers({ result: 'ok' });
  await presses('续租 客厅理疗仪');
  await paysSevenDays();
  await waitFor(() => expect(at()).toBe('/my?renewal=1'));
  expect(await sees('支付成功')).toBeTruthy();
  goTo('/custom?sno=PL1001');
  await presses('设备与分享');
  await presses('设备');
  expect(await sees('续租')).toBeTruthy();
  expect((await sees('剩余时间')).closest('div')?.textContent).toBe('剩余时间—');
});

test('Who has just renewed a rental that was over is not told that it is over by a list that lacks the payment', async () => {
  const app = new AppHarness();
  const ended = { ...DEVICE, expirationTime: app.clock.now() - HOUR };
  app.reply(listDevices, [ended]).reply(getLeaseOrder, PAID_ORDER).open('/my?tab=device');
  app.bridge.answers({ result: 'ok' });
  await presses('续租 客厅理疗仪');
  await paysSevenDays();
  await waitFor(() => expect(at()).toBe('/my?renewal=1'));
  expect([await sees('支付成功'), await screen.findByRole('button', { name: '续租 客厅理疗仪' })]).toBeTruthy();
  expect(doesNotSee('已到期')).toBe(true);
  app.reply(listDevices, [{ ...ended, expirationTime: app.clock.now() + 7 * DAY }]);
  await app.advance(MINUTE);
  expect(await sees('剩余6天')).toBeTruthy();
  expect(doesNotSee('已到期')).toBe(true);
});
