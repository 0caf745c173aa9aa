// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { OrdersPlacedHere } from '../../src/core/checkout/orders-placed-here.ts';
import { HOUR } from '../../src/core/basics/time.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder } from '../../src/core/order/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { customerNotes } from '../../src/ui/state/customer-notes.ts';
import { aDevice, aPage } from '../helpers/wire.ts';
import {
  AppHarness,
  at,
  choosesPlan,
  doesNotSee,
  goTo,
  LEASE_ORDER,
  PAID_ORDER,
  paysSevenDays,
  presses,
  sees,
} from './app-harness.tsx';

/** The rental of the next customer. */
const OF_NEXT = aDevice({
  sno: 'PL1001',
  assist: true,
  ownerId: 'op1',
  orderNo: 'ZL2',
  expirationTime: '2026-06-01 09:00:00',
});
const OVER = '2026-02-20 09:00:00';

/** An assistant who has an order for one customer, and whose list shows these rentals. */
function withOrderOf(order: object, ...rentals: (typeof OF_NEXT)[]): AppHarness {
  const app = new AppHarness()
    .reply(getUser, { assist: true, mobile: '13800001234' })
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' })
    .reply(listDevices, rentals)
    .reply(getLeaseOrder, { ...LEASE_ORDER, orderNo: 'ZL1', ...order });
  new OrdersPlacedHere(app.scope, app.clock).add('ZL1', 'customer');
  customerNotes(app.scope).keep('ZL1', '王女士', app.clock.now());
  customerNotes(app.scope).keep('ZL2', '李先生', app.clock.now());
  return app.open('/orderDetail?orderNo=ZL1&isCardItem=false');
}
const PAID_LONG_AGO = { statusCode: 5, status: '订单完成', payTime: '2026-02-01 09:00:00' };

test('The order of a customer offers no use of its device while another order rents it for a customer, but leads to the devices', async () => {
  withOrderOf(PAID_LONG_AGO, OF_NEXT);
  await presses('查看设备');
  await waitFor(() => expect(at()).toBe('/my?tab=device'));
});

test('The order of the rental that the list shows leads to its device', async () => {
  withOrderOf(PAID_LONG_AGO, { ...OF_NEXT, orderNo: 'ZL1' });
  expect(await screen.findByRole('button', { name: '使用设备' })).toBeTruthy();
});

test('Who chooses a plan for a customer whose order was cancelled learns whose rental it extends, and the note of that one stays', async () => {
  const app = withOrderOf({ statusCode: -1, status: '已取消' }, OF_NEXT);
  await presses('重新选择套餐');
  await waitFor(() => expect(at()).toContain('/lease'));
  expect(await sees('此设备正在代客租用')).toBeTruthy();
  expect(await sees(/李先生.*订单编号 ZL2/)).toBeTruthy();
  expect(await sees('付款会延长这份租期（目前至 2026-06-01）')).toBeTruthy();
  app.bridge.answers({ result: 'cancel' });
  await paysSevenDays();
  await waitFor(() => expect(customerNotes(app.scope).of('L100')).toBe('李先生'));
});

test('Who pays a plan for a customer after an hour before the plans learns whose rental it extends by now, before anything is ordered', async () => {
  const app = new AppHarness().reply(getUser, { assist: true, mobile: '13800001234' });
  customerNotes(app.scope).keep('ZL2', '李先生', app.clock.now());
  app.open('/lease?sno=PL1001&assist=true');
  await choosesPlan(/7天/);
  await app.advance(HOUR);
  app.reply(listDevices, [OF_NEXT]).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
  await presses('￥49 支付');
  expect(await sees(/李先生.*订单编号 ZL2/)).toBeTruthy();
  expect(await sees('付款会延长这份租期（目前至 2026-06-01）')).toBeTruthy();
  expect(app.calls(createLeaseOrder)).toBe(0);
  app.bridge.answers({ result: 'cancel' });
  await presses('￥49 支付');
  await waitFor(() => expect(app.calls(createLeaseOrder)).toBe(1));
});

test('Who pays a customer’s open order learns whose rental it extends by now, and pays only after agreeing', async () => {
  const app = withOrderOf({}, OF_NEXT);
  app.bridge.answers({ result: 'cancel' });
  await presses('去支付');
  expect(await sees('此设备正在代客租用')).toBeTruthy();
  expect(await sees(/李先生.*订单编号 ZL2/)).toBeTruthy();
  expect(await sees('付款会延长这份租期（目前至 2026-06-01）')).toBeTruthy();
  expect(app.bridge.asked).toHaveLength(0);
  await presses(/^支付￥/);
  await waitFor(() => expect(app.bridge.asked).toHaveLength(1));
});

test('Who pays an open order that this phone did not place learns that it may extend the rental of a customer', async () => {
  new AppHarness()
    .reply(getUser, { assist: true })
    .reply(listDevices, [OF_NEXT])
    .reply(getLeaseOrder, LEASE_ORDER)
    .open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('去支付');
  expect(await sees('付款可能会延长这份租期（目前至 2026-06-01）')).toBeTruthy();
});

test.each([
  [
    'does not say for whom it is',
    [{ ...OF_NEXT, assist: undefined }],
    '此设备正在租用中，租用记录未注明为谁租用',
    /可能会延长/,
  ],
  ['does not name its order', [{ ...OF_NEXT, orderNo: undefined }], '此设备正在代客租用', /付款会延长/],
  [
    'stands beside one of their own',
    [{ ...OF_NEXT, assist: false, orderNo: 'ZL3' }, OF_NEXT],
    '此设备正在代客租用',
    /付款会延长/,
  ],
])('Who pays a customer’s open order learns also of a rental that %s', async (_, rentals, title, does) => {
  const app = withOrderOf({}, ...rentals);
  app.bridge.answers({ result: 'cancel' });
  await presses('去支付');
  expect(await sees(title)).toBeTruthy();
  expect(await sees(does)).toBeTruthy();
  expect(app.bridge.asked).toHaveLength(0);
  await presses(/^支付￥/);
  await waitFor(() => expect(app.bridge.asked).toHaveLength(1));
});

test('A rental that does not say for whom it is, is named beside the days that may extend it, and not beside uses', async () => {
  new AppHarness()
    .reply(getUser, { assist: true })
    .reply(listDevices, [{ ...OF_NEXT, assist: undefined }])
    .open('/lease?sno=PL1001&assist=true');
  expect(await sees('此设备正在租用中，租用记录未注明为谁租用')).toBeTruthy();
  expect(await sees('付款可能会延长这份租期（目前至 2026-06-01）')).toBeTruthy();
});

test.each([
  ['a customer rents through them', 'self', { assist: true }, '此设备正在代客租用', /李先生.*订单编号 ZL2/],
  ['they rent for themselves', 'customer', { assist: false }, '此设备由您自己租用', /订单编号 ZL2/],
] as const)(
  'Who chooses a plan again of a device that %s by now learns of that rental, and that paying does not extend it',
  async (_, forWhom, rental, title, whose) => {
    const app = withOrderOf({ statusCode: -1, status: '已取消' }, { ...OF_NEXT, ...rental });
    new OrdersPlacedHere(app.scope, app.clock).add('ZL1', forWhom);
    await presses('重新选择套餐');
    await waitFor(() => expect(at()).toContain('renewal=1'));
    expect(await sees(title)).toBeTruthy();
    expect(await sees(whose)).toBeTruthy();
    expect(await sees('付款不会延长这份租期（目前至 2026-06-01）')).toBeTruthy();
  },
);

test('Who renews an own rental that is over learns of a customer’s rental also where no order is named', async () => {
  const rental = { ...OF_NEXT, orderNo: undefined };
  const own = { ...rental, assist: false, expirationTime: OVER };
  new AppHarness().reply(listDevices, [own, rental]).open('/lease?sno=PL1001&renewal=1&assist=false');
  expect(await sees('此设备正在代客租用')).toBeTruthy();
  expect(await sees('付款不会延长这份租期（目前至 2026-06-01）')).toBeTruthy();
});

test.each([
  ['renews it', '/lease?sno=PL1001&renewal=1&assist=true&renews=ZL2', OF_NEXT],
  ['rents anew after one that is over', '/lease?sno=PL1001&assist=true', { ...OF_NEXT, expirationTime: OVER }],
])('Nobody is warned of the rental of a customer who %s', async (_, address, rental) => {
  new AppHarness().reply(getUser, { assist: true }).reply(listDevices, [rental]).open(address);
  await choosesPlan(/7天/);
  expect(await sees(/租期至/)).toBeTruthy();
  expect(doesNotSee('此设备正在代客租用')).toBe(true);
});

test('The card of a customer whose rental is over does not lead to the device, which is rented for the next customer', async () => {
  new AppHarness()
    .reply(getUser, { assist: true, mobile: '13800001234' })
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' })
    .reply(listDevices, [{ ...OF_NEXT, orderNo: 'ZL1', expirationTime: OVER }, OF_NEXT])
    .open('/my?tab=device');
  const cards = await screen.findAllByRole('article');
  expect(cards.map((card) => card.dataset['state'])).toEqual(['usable', 'replaced']);
  const opens = (card: HTMLElement) => within(card).getByText('PL1001').closest('button') !== null;
  expect(cards.map(opens)).toEqual([true, false]);
});

test('The card of a lease that is over leads to no modes of its device once somebody else rents it, as a scan does not', async () => {
  new AppHarness()
    .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' })
    .reply(listCards, aPage({ sysUserId: 'op1', operatorName: '康养馆', money: 3 }))
    .reply(listDevices, [aDevice({ sno: 'PL1001', ownerId: 'op1', expirationTime: OVER })])
    .open('/my?tab=device');
  fireEvent.click(await screen.findByText('已到期'));
  expect(await sees('设备已被租用')).toBeTruthy();
  expect(at()).toContain('/my');
});

test.each(['PL2002', 'PL1001'])(
  'What was paid for one customer is not told to who scans %s for the next one, for whom nothing was ordered',
  async (sno) => {
    const app = new AppHarness().withDevice().reply(getLeaseOrder, PAID_ORDER).open('/lease?assist=true');
    app.bridge.answers({ result: 'ok' });
    await paysSevenDays();
    await waitFor(() => expect(at()).toContain('paid=1'));
    expect(await sees('支付成功')).toBeTruthy();
    app
      .reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' })
      .reply(listDevices, [aDevice({ sno, assist: true })]);
    app.scanner.reads(sno);
    await presses('扫码，为下一位客户租赁');
    await waitFor(() => expect(at()).toContain(`sno=${sno}&isShare=false`));
    await waitFor(() => expect(doesNotSee('支付成功')).toBe(true));
  },
);

test('What is said of the start of one device does not stand on the screen of the next', async () => {
  const app = new AppHarness()
    .reply(
      listDevices,
      ['PL1001', 'PL2002'].map((sno) => aDevice({ sno, ownerId: 'op1' })),
    )
    .reply(startDevice, { OnOff: 1, Function: 3, WortTime: 60 })
    .open('/modeMenu?sno=PL1001');
  await presses('生物电');
  await waitFor(() => expect(at()).toContain('/process?sno=PL1001'));
  expect(await sees(/^设备已启动/)).toBeTruthy();
  await app.advance(2_500);
  goTo('/process?sno=PL2002');
  await waitFor(() => expect(doesNotSee(/^设备已启动/)).toBe(true));
});

test.each([
  ['is not what the next customer of the same device starts with', [], /5000V · 50Hz · 波形一/],
  ['is not what the next one starts with, once its rental is over', [{ ...OF_NEXT, expirationTime: OVER }], /5000V/],
  ['stays while its rental is extended', [OF_NEXT], /智能循环/],
])('What was composed for a customer %s', async (_, rentals, shown) => {
  const app = new AppHarness()
    .reply(getUser, { assist: true, mobile: '13800001234' })
    .reply(listDevices, rentals)
    .open('/custom?sno=PL1001');
  await presses(/^理疗功能/);
  const voltage = await screen.findByRole('spinbutton', { name: '电压' });
  fireEvent.keyDown(voltage, { key: 'End' });
  await waitFor(() => expect(voltage.getAttribute('aria-valuetext')).toBe('智能循环'));
  await presses('确认');
  await sees(/^智能循环/);
  goTo('/lease?sno=PL1001&assist=true');
  app.bridge.answers({ result: 'ok' });
  app.reply(getLeaseOrder, PAID_ORDER);
  await paysSevenDays();
  await waitFor(() => expect(at()).toContain('/modeMenu'));
  goTo('/custom?sno=PL1001');
  expect(await screen.findByRole('button', { name: shown })).toBeTruthy();
});
