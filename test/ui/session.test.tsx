// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MINUTE } from '../../src/core/time.ts';
import { copy } from '../../src/ui/copy/zh-CN-later.ts';
import { at, choosesPlan, LEASE_ORDER, ok, presses, records, sees, Shop } from './shop.tsx';
import { onATallPage, scrollsToTheEnd } from './tall-page.ts';
import { box, isLoadedAgain, types } from './typing.ts';
import { CHANNEL, running, underTreatment } from './under-treatment.ts';

onATallPage();

const NEW = 'token-2';
const ORDER = '/order/consume/order';
const PREPAY = '/wxPay/prePay';
const MINE = ok([{ id: 1, sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1', assist: false }]);
const PAID = ok({ ...LEASE_ORDER, statusCode: 5, status: '支付完成' });

const atWork = () => running().server('/order/check/device', ok({ ownerId: 'op1', status: 'DEVICE_WORKING' }));
const notice = () => screen.findByRole('alertdialog', { name: copy.session.expired });
const passing = () => Array.from(document.querySelectorAll('[aria-live=polite] p'), ({ textContent }) => textContent);

/** One notice, nothing else that asks for attention, and whatever happens now nobody is asked again. */
async function isOver(shop: Shop): Promise<void> {
  await notice();
  expect(passing()).toEqual([]);
  const asked = shop.http.sent.length;
  await shop.passes(MINUTE);
  await shop.comesBack();
  await shop.passes(10 * MINUTE);
  expect(shop.http.sent.length).toBe(asked);
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  expect([screen.queryAllByRole('dialog').length, shop.channel.openConnections]).toEqual([0, 0]);
}

/** The page is closed, and the app is opened by a new link of the same person. */
const entersAnew = (shop: Shop, address: string) => isLoadedAgain(shop, address, { token: NEW });
const made = (shop: Shop, call: string) => shop.calls(call, NEW);

async function choosesSevenDays(): Promise<void> {
  await choosesPlan(/7天/);
  await presses(/支付$/);
}

test('Renting: no order is made by who is signed out, and one once they are back', async () => {
  const shop = new Shop().withDevice().open('/lease');
  await choosesPlan(/7天/);
  shop.tokenExpires();
  await presses(/支付$/);
  await isOver(shop);
  shop.bridge.answers({ result: 'ok' });
  shop.server('/order/detail', PAID);
  entersAnew(shop, '/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/lease?assist=false'));
  await choosesSevenDays();
  await waitFor(() => expect(at()).toBe('/modeMenu?paid=1'));
  expect([made(shop, ORDER), made(shop, PREPAY), shop.bridge.asked.length]).toEqual([1, 1, 1]);
});

test('Paying: the order that was made before the session ended is paid after it, and no second one is made', async () => {
  const shop = new Shop().withDevice();
  shop.server(ORDER, () => {
    shop.server('/order/list', records([LEASE_ORDER]));
    shop.tokenExpires();
    return ok({ payMoney: 49, orderNo: 'L100' });
  });
  shop.bridge.answers({ result: 'ok' }, { result: 'ok' });
  shop.open('/lease');
  await choosesSevenDays();
  await isOver(shop);
  entersAnew(shop, '/?sno=PL1001');
  await choosesSevenDays();
  await waitFor(() => expect(made(shop, PREPAY)).toBe(1));
  shop.server('/order/detail', PAID);
  await shop.passes(3_000);
  await waitFor(() => expect(at()).toBe('/modeMenu?paid=1'));
  expect([shop.calls(ORDER), made(shop, PREPAY)]).toEqual([1, 1]);
});

test('A payment in doubt is asked about again by itself after coming back, and not opened twice', async () => {
  const shop = new Shop().withDevice();
  shop.bridge.answers(() => {
    shop.tokenExpires();
    return { result: 'ok' };
  });
  shop.open('/lease');
  await choosesSevenDays();
  await isOver(shop);
  shop.server('/order/detail', PAID);
  entersAnew(shop, '/?sno=PL1001');
  expect(await sees(copy.payment.paid)).toBeTruthy();
  expect([shop.calls(ORDER), shop.calls(PREPAY)]).toEqual([1, 1]);
});

test('Starting: nothing starts for who is signed out, and one treatment once they are back', async () => {
  const shop = new Shop().withDevice().server('/device/device/list', MINE).open('/modeMenu');
  await sees(copy.modes.tiles.bio);
  shop.tokenExpires();
  await presses(/生物电/);
  await isOver(shop);
  entersAnew(shop, '/?sno=PL1001');
  await presses(/生物电/);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect([shop.calls('/order/start/device'), made(shop, '/order/start/device')]).toEqual([1, 1]);
});

test('Following: neither questions nor the channel go on under the notice, and the treatment is found again', async () => {
  const shop = await underTreatment(atWork().server('/device/intoDevicePage', CHANNEL));
  await waitFor(() => expect(shop.channel.openConnections).toBe(1));
  shop.tokenExpires();
  await shop.passes(10_000);
  await isOver(shop);
  entersAnew(shop, '/?sno=PL1001');
  expect(await sees('生物电模式')).toBeTruthy();
  await waitFor(() => expect(shop.channel.openConnections).toBe(1));
});

test('Stopping: nothing says stopped while the device may run, and it is stopped once after coming back', async () => {
  const shop = await underTreatment(atWork());
  await presses(copy.treatment.stop);
  shop.tokenExpires();
  await presses(copy.common.confirm);
  await isOver(shop);
  expect([screen.queryByText(copy.treatment.stopped), at()]).toEqual([null, '/process?sno=PL1001']);
  entersAnew(shop, '/?sno=PL1001');
  await presses(copy.treatment.stop);
  await presses(copy.common.confirm);
  expect(await sees(copy.treatment.stopped)).toBeTruthy();
  expect(made(shop, '/order/stop/device')).toBe(1);
});

test('Sharing: the number stands there after coming back, and is shared with once', async () => {
  const shop = new Shop().withDevice().server('/device/bind_device', ok()).open('/share');
  await presses(copy.share.add);
  await types(copy.share.mobile, '13800001234');
  shop.tokenExpires();
  await presses(copy.common.confirm);
  await isOver(shop);
  entersAnew(shop, '/share');
  expect((await box(copy.share.mobile)).value).toBe('138 0000 1234');
  await presses(copy.common.confirm);
  expect(await sees(copy.share.done)).toBeTruthy();
  expect(made(shop, '/device/bind_device')).toBe(1);
});

test('Binding a phone: number and code stand there after coming back, and no second code is sent', async () => {
  const shop = new Shop().server('/user/message', ok()).server('/user/updatePhone', ok()).open('/login');
  await types(copy.login.mobile, '13800001234');
  await presses(copy.login.askForCode);
  await sees(copy.login.sent);
  await types(copy.login.code, '4711');
  shop.tokenExpires();
  await presses(copy.login.bind);
  await isOver(shop);
  entersAnew(shop, '/login');
  expect([(await box(copy.login.mobile)).value, (await box(copy.login.code)).value]).toEqual(['13800001234', '4711']);
  await presses(copy.login.bind);
  await waitFor(() => expect(at()).toBe('/my'));
  expect([shop.calls('/user/message'), made(shop, '/user/updatePhone')]).toEqual([1, 1]);
});

test('Feedback: what was written stands there after coming back, and is sent once', async () => {
  const shop = new Shop().server('/feedback/create', ok()).open('/my/feedback');
  await types(copy.feedback.content, '机器不热');
  shop.tokenExpires();
  await presses(copy.feedback.send);
  await isOver(shop);
  entersAnew(shop, '/my/feedback');
  expect((await box(copy.feedback.content)).value).toBe('机器不热');
  await presses(copy.feedback.send);
  expect(await sees(copy.feedback.sent)).toBeTruthy();
  expect(made(shop, '/feedback/create')).toBe(1);
});

test('Lists: what is listed stays under the notice however far it is scrolled, and is there in whole after coming back', async () => {
  const page = (first: number, count: number) => records(Array.from({ length: count }, (_, index) => ({ ...LEASE_ORDER, orderNo: `L${first + index}`, statusCode: 5, status: '支付完成' })));
  const shop = new Shop().server('/order/list', ({ body }) => ((JSON.parse(body) as { data: { current: number } }).data.current === 0 ? page(100, 15) : page(200, 2)));
  shop.open('/my/orderList');
  await sees('L100');
  shop.tokenExpires();
  scrollsToTheEnd();
  await shop.passes(1_000);
  await isOver(shop);
  scrollsToTheEnd();
  await isOver(shop);
  expect(screen.getByText('L114')).toBeTruthy();
  entersAnew(shop, '/my/orderList');
  await sees('L114');
  await shop.passes(1_000);
  scrollsToTheEnd();
  expect(await sees('L201')).toBeTruthy();
});

test('Receipts: the order stays under the notice, and its receipt is drawn up after coming back', async () => {
  const paid = { ...LEASE_ORDER, statusCode: 5, status: '支付完成' };
  const shop = new Shop().server('/order/list', records([paid])).server('/order/detail', PAID).open('/my/orderList');
  const order = await screen.findByRole('link', { name: /L100/ });
  shop.tokenExpires();
  fireEvent.click(order);
  await isOver(shop);
  expect(screen.getByText('L100')).toBeTruthy();
  expect(screen.queryByRole('button', { name: copy.receipt.open })).toBeNull();
  entersAnew(shop, '/orderDetail?orderNo=L100');
  await presses(copy.receipt.open);
  expect(await screen.findByRole('dialog', { name: copy.receipt.titles.payment })).toBeTruthy();
});

const mayStillRun = () => screen.queryByText(copy.safety.mayStillRun) !== null;
const started = (shop: Shop) => shop.treatments.started.set({ sno: 'PL1001', at: shop.clock.now(), state: { workMinutes: 30 } });

test('A session that ends over a treatment says that the device may still run, how to stop it, and to turn to the shop', async () => {
  const shop = await underTreatment();
  shop.tokenExpires();
  await shop.passes(MINUTE);
  await notice();
  expect(mayStillRun()).toBe(true);
  await sees(copy.support.inTheShop);
});

test.each([
  ['a phone number', { phone: '400-800 1234' }, 'tel:4008001234'],
  ['a page', { url: 'https://help.example.com/' }, 'https://help.example.com/'],
])('A session that ends while a treatment runs that was started here offers the support that the deployment names by %s', async (_, support, href) => {
  const shop = new Shop({ support });
  started(shop);
  shop.fails('/user/get', { status: 401 });
  shop.open('/my');
  await notice();
  expect(mayStillRun()).toBe(true);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(href);
  expect(screen.queryByText(copy.support.inTheShop)).toBeNull();
});

test('A session that ends while nothing runs says nothing of a device', async () => {
  const shop = new Shop();
  started(shop);
  await shop.passes(40 * MINUTE);
  shop.fails('/user/get', { status: 401 });
  shop.open('/my');
  await notice();
  expect(mayStillRun()).toBe(false);
});
