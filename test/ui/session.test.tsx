// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { type AnyEndpoint, httpResponse } from '../helpers/fake-server.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, choosesPlan, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { withTallPage } from './tall-page.ts';
import { reloadPage } from './typing.ts';
import { running, underTreatment, withChannel } from './under-treatment.ts';
import { screenOf } from '../helpers/addresses.ts';

withTallPage();

const NEW = 'token-2';
const MINE = [{ id: 1, sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1', assist: false }];
const PAID = { ...LEASE_ORDER, statusCode: 5, status: '支付完成' };

const notice = () => screen.findByRole('alertdialog', { name: copy.session.expired });
const shortMessages = () =>
  Array.from(document.querySelectorAll('[aria-live=polite] p'), ({ textContent }) => textContent);

/** Expects one notice, no other message or dialog, and no further request. */
async function expectExpired(app: AppHarness): Promise<void> {
  await notice();
  expect(shortMessages()).toEqual([]);
  const requests = app.http.sent.length;
  await app.advance(MINUTE);
  await app.resumes();
  await app.advance(10 * MINUTE);
  expect(app.http.sent.length).toBe(requests);
  expect(screen.getAllByRole('alertdialog')).toHaveLength(1);
  expect([screen.queryAllByRole('dialog').length, app.channel.openConnections]).toEqual([0, 0]);
}

/** Closes the page and opens the app by a new link of the same user. */
const opensNewLink = (app: AppHarness, address: string) => reloadPage(app, address, { token: NEW });
const callsAfterEntry = (app: AppHarness, endpoint: AnyEndpoint) => app.calls(endpoint, NEW);

async function choosesSevenDays(): Promise<void> {
  await choosesPlan(/7天/);
  await presses(/支付$/);
}

test('Renting with an expired session places no order, and one order after a new entry', async () => {
  const app = new AppHarness().withDevice().open('/lease');
  await choosesPlan(/7天/);
  app.http.rejectsToken('token-1');
  await presses(/支付$/);
  await expectExpired(app);
  app.bridge.answers({ result: 'ok' });
  app.reply(getLeaseOrder, PAID);
  opensNewLink(app, '/?sno=PL1001');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'assist=false' })));
  await choosesSevenDays();
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  expect([callsAfterEntry(app, createLeaseOrder), callsAfterEntry(app, prePay), app.bridge.asked.length]).toEqual([
    1, 1, 1,
  ]);
});

test('An order created before the session expired is paid after a new entry, without a second order', async () => {
  const app = new AppHarness().withDevice();
  app.reply(createLeaseOrder, () => {
    app.reply(listLeaseOrders, aPage(LEASE_ORDER));
    app.http.rejectsToken('token-1');
    return { payMoney: 49, orderNo: 'L100' };
  });
  app.bridge.answers({ result: 'ok' }, { result: 'ok' });
  app.open('/lease');
  await choosesSevenDays();
  await expectExpired(app);
  opensNewLink(app, '/?sno=PL1001');
  await choosesSevenDays();
  await waitFor(() => expect(callsAfterEntry(app, prePay)).toBe(1));
  app.reply(getLeaseOrder, PAID);
  await app.advance(3_000);
  await waitFor(() => expect(at()).toBe(screenOf('/modeMenu', { rest: 'paid=1' })));
  expect([app.calls(createLeaseOrder), callsAfterEntry(app, prePay)]).toEqual([1, 1]);
});

test('An unconfirmed payment is checked after a new entry, and not opened twice', async () => {
  const app = new AppHarness().withDevice();
  app.bridge.answers(() => {
    app.http.rejectsToken('token-1');
    return { result: 'ok' };
  });
  app.open('/lease');
  await choosesSevenDays();
  await expectExpired(app);
  app.reply(getLeaseOrder, PAID);
  opensNewLink(app, '/?sno=PL1001');
  expect(await sees(copy.payment.paid)).toBeTruthy();
  expect([app.calls(createLeaseOrder), app.calls(prePay)]).toEqual([1, 1]);
});

test('Starting with an expired session starts nothing, and starts one treatment after a new entry', async () => {
  const app = new AppHarness().withDevice().reply(listDevices, MINE).open('/modeMenu');
  await sees(copy.modes.tiles.bio);
  app.http.rejectsToken('token-1');
  await presses(/生物电/);
  await expectExpired(app);
  opensNewLink(app, '/?sno=PL1001');
  await presses(/生物电/);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect([app.calls(startDevice), callsAfterEntry(app, startDevice)]).toEqual([1, 1]);
});

test('An expired session ends the polling and the channel of a treatment, and a new entry finds the treatment', async () => {
  const app = await withChannel();
  app.http.rejectsToken('token-1');
  await app.advance(10_000);
  await expectExpired(app);
  opensNewLink(app, '/?sno=PL1001');
  expect(await sees('生物电模式')).toBeTruthy();
  await waitFor(() => expect(app.channel.openConnections).toBe(1));
});

test('A stop with an expired session is not reported as done, and a new entry stops the device once', async () => {
  const app = await underTreatment();
  await presses(copy.treatment.stop);
  app.http.rejectsToken('token-1');
  await presses(copy.common.confirm);
  await expectExpired(app);
  expect([screen.queryByText(copy.treatment.stopped), at()]).toEqual([null, '/process?sno=PL1001']);
  opensNewLink(app, '/?sno=PL1001');
  await presses(copy.treatment.stopAgain);
  expect(await sees(copy.treatment.stopped)).toBeTruthy();
  expect(callsAfterEntry(app, stopDevice)).toBe(1);
});

const mayStillRun = () => screen.queryByText(copy.safety.mayStillRun) !== null;
const started = (app: AppHarness) => app.startedHere(0);

test('The session-expired notice over a treatment warns of the device, says how to stop it and refers to the shop', async () => {
  const app = await underTreatment();
  app.http.rejectsToken('token-1');
  await app.advance(MINUTE);
  await notice();
  expect(mayStillRun()).toBe(true);
  await sees(copy.support.inTheShop);
});

test.each([
  ['a phone number', { phone: '400-800 1234' }, 'tel:4008001234'],
  ['a page', { url: 'https://help.example.com/' }, 'https://help.example.com/'],
])('The session-expired notice during a treatment started here offers support by %s', async (_, support, href) => {
  const app = new AppHarness({ support });
  started(app);
  app.http.fails(getUser, httpResponse({ status: 401 }));
  app.open('/my');
  await notice();
  expect(mayStillRun()).toBe(true);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toContain(href);
  expect(screen.queryByText(copy.support.inTheShop)).toBeNull();
});

test('The session-expired notice does not call for the stop key of a device that somebody else started since the treatment from here', async () => {
  const app = running().reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' });
  app.startedHere(5 * MINUTE);
  app.open('/my?tab=device');
  await app.advance(1_000);
  app.http.rejectsToken('token-1');
  await app.advance(MINUTE);
  await notice();
  expect(mayStillRun()).toBe(false);
});

test('The session-expired notice warns of a device that was started after somebody else had it', async () => {
  const app = running().reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USED' }).open('/my?tab=device');
  await app.advance(1_000);
  app.startedHere(0);
  app.http.rejectsToken('token-1');
  await app.advance(1_000);
  await app.resumes();
  await notice();
  expect(mayStillRun()).toBe(true);
});

test('The session-expired notice mentions no device while nothing runs', async () => {
  const app = new AppHarness();
  started(app);
  await app.advance(40 * MINUTE);
  app.http.fails(getUser, httpResponse({ status: 401 }));
  app.open('/my');
  await notice();
  expect(mayStillRun()).toBe(false);
});

const ACCESS = { links: { accountQr: 'https://shop.test/account.png', signIn: 'https://shop.test/sign-in' } };

test('A friend who opens a shared link without a session sees the code of the shop’s account and a way to sign in', async () => {
  const app = new AppHarness({ brand: { name: '悦康理疗' }, ...ACCESS });
  app.open('/modeMenu?isShare=true&sno=PL1001', { token: '' });
  expect(await sees(copy.session.enterFromWeChatToShared)).toBeTruthy();
  const code = await screen.findByRole('img', { name: '悦康理疗公众号二维码' });
  expect(code.getAttribute('src')).toBe(ACCESS.links.accountQr);
  expect(screen.getByRole('link', { name: '去登录' }).getAttribute('href')).toBe(ACCESS.links.signIn);
  expect(app.http.sent).toEqual([]);
});

test('The treatment screen opened without a session says how to stop a device that may still run', async () => {
  const app = new AppHarness().open('/process?sno=PL1001', { token: '' });
  expect(await sees(copy.session.enterFromWeChat)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain(copy.safety.mayStillRun);
  expect(app.http.sent).toEqual([]);
});

test('The notice of an expired session leads to the sign-in page if one is configured', async () => {
  const app = new AppHarness(ACCESS);
  app.http.rejectsToken('token-1');
  app.open('/my');
  await notice();
  expect(await screen.findByRole('link', { name: '去登录' })).toBeTruthy();
});
