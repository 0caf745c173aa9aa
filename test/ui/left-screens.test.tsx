// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sendCode, updatePhone } from '../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { cancelLeaseOrder, getLeaseOrder } from '../../src/core/order/api.ts';
import { shareDevice } from '../../src/core/share/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { aDevice } from '../helpers/wire.ts';
import { AppHarness, at, choosesPlan, choosesTab, goTo, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import type { AnyEndpoint, WireAnswer } from '../helpers/fake-server.ts';
import { types } from './typing.ts';

const FREE = { ownerId: 'op2', status: 'DEVICE_FREE' };
const DEVICE = { sno: 'PL2002', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op2', assist: false };

/** Delays the response of an endpoint until the returned function is called. */
function delayed<Of extends AnyEndpoint>(app: AppHarness, endpoint: Of, answer: WireAnswer<Of>): () => Promise<void> {
  let respond = () => {};
  const released = new Promise<void>((resolve) => (respond = resolve));
  app.reply(endpoint, () => released.then(() => answer));
  return () => act(async () => respond());
}

/** Checks that a late response neither navigates nor opens a dialog. */
async function expectNoEffectAt(app: AppHarness, address: string): Promise<void> {
  await app.advance(10_000);
  expect(at()).toBe(address);
  expect(screen.queryByRole('alertdialog')).toBeNull();
}

const followsLink = async (name: string) => fireEvent.click(await screen.findByRole('link', { name }));

test('A late response to a device check neither selects the device nor navigates away from the tab chosen meanwhile', async () => {
  const app = new AppHarness().withDevice().reply(listDevices, [DEVICE]);
  app.open('/my?tab=device');
  await sees('客厅理疗仪');
  const respond = delayed(app, checkDevice, { ownerId: 'op2', status: 'DEVICE_WORKING' });
  await presses(/^客厅理疗仪/);
  await choosesTab(copy.my.accountTab);
  await respond();
  await expectNoEffectAt(app, '/my?tab=my');
});

test('A late response to a scanned code does not navigate after the customer left the screen', async () => {
  const app = new AppHarness().withDevice().open('/my?tab=device');
  const respond = delayed(app, checkDevice, { ownerId: 'op2', status: 'DEVICE_FREE' });
  app.scanner.answers({ kind: 'scanned', text: 'PL2002' });
  await presses(/租设备/);
  await waitFor(() => expect(app.calls(checkDevice)).toBeGreaterThan(0));
  await choosesTab(copy.my.accountTab);
  await respond();
  await expectNoEffectAt(app, '/my?tab=my');
});

const SCANS = /租设备/;

test('A scanner that was asked for closes when the customer opens a listed device instead', async () => {
  const app = new AppHarness().reply(listDevices, [DEVICE]).open('/my?tab=device');
  const respond = delayed(app, checkDevice, FREE);
  app.scanner.answers('open');
  await presses(SCANS);
  await waitFor(() => expect(app.scanner.isOpen).toBe(true));
  await presses(/^客厅理疗仪/);
  await waitFor(() => expect(app.scanner.isOpen).toBe(false));
  await respond();
  await waitFor(() => expect(at()).toContain('/modeMenu?sno=PL2002'));
});

test('A scanner that was asked for on a screen closes when the customer leaves it', async () => {
  const app = new AppHarness().open('/my?tab=device');
  app.scanner.answers('open');
  await presses(SCANS);
  await waitFor(() => expect(app.scanner.isOpen).toBe(true));
  await choosesTab(copy.my.accountTab);
  await waitFor(() => expect(app.scanner.isOpen).toBe(false));
});

test('A late response to an entry does not navigate away from the screen opened instead', async () => {
  const app = new AppHarness().withDevice();
  const respond = delayed(app, checkDevice, { ownerId: 'op2', status: 'DEVICE_WORKING' });
  app.open('/?sno=PL2002');
  await sees(copy.entry.initializing);
  await act(async () => {
    window.history.pushState(null, '', '/my/about');
    window.dispatchEvent(new PopStateEvent('popstate'));
  });
  await screen.findByRole('heading', { name: copy.titles.about });
  await respond();
  await expectNoEffectAt(app, '/my/about');
});

test('A late response to a share link does not select its device after the customer left the screen', async () => {
  const app = new AppHarness().withDevice();
  const respond = delayed(app, listDevices, []);
  app.open('/modeMenu?isShare=true&sno=PL2002');
  await presses(copy.common.back);
  await choosesTab(copy.my.accountTab);
  await followsLink(copy.titles.about);
  await screen.findByRole('heading', { name: copy.titles.about });
  await respond();
  await expectNoEffectAt(app, '/my/about');
});

test('An order that is cancelled after its screen was left is named, not taken for the order on the screen', async () => {
  const app = new AppHarness().open('/orderDetail?orderNo=L100&isCardItem=false');
  await presses('取消订单');
  const respond = delayed(app, cancelLeaseOrder, null);
  await presses('确认');
  await waitFor(() => expect(app.calls(cancelLeaseOrder)).toBe(1));
  app.reply(getLeaseOrder, { ...LEASE_ORDER, orderNo: 'L200' });
  goTo('/orderDetail?orderNo=L200&isCardItem=false');
  await sees('L200');
  await respond();
  await sees('取消订单 L100：取消成功');
});

test('A device that is shared after its screen was left is named, not taken for the device on the screen', async () => {
  const app = new AppHarness().reply(listDevices, [aDevice({ sno: 'PL1001' }), aDevice({ sno: 'PL2002' })]);
  const respond = delayed(app, shareDevice, null);
  app.open('/share?sno=PL1001');
  await presses(copy.share.add);
  await types('请输入分享用户的手机号', '13800000003');
  await presses(copy.common.confirm);
  await waitFor(() => expect(app.calls(shareDevice)).toBe(1));
  goTo('/share?sno=PL2002');
  await sees(/PL2002/);
  await respond();
  await sees('分享设备 PL1001：分享成功');
});

test('A code that is sent after its screen was left is not taken for what the next screen sends', async () => {
  const app = new AppHarness();
  const respond = delayed(app, sendCode, null);
  app.open('/login');
  await types(copy.login.mobile, '13800001234');
  await presses(copy.login.askForCode);
  await waitFor(() => expect(app.calls(sendCode)).toBe(1));
  goTo('/my/feedback');
  await screen.findByRole('heading', { name: copy.titles.feedback });
  await respond();
  await sees('获取验证码：发送成功');
});

test('A refund request that is sent after its screen was left is named', async () => {
  const app = new AppHarness();
  const respond = delayed(app, createFeedback, null);
  app.open('/my/feedback?refund=L100&reason=fault');
  await presses(copy.feedback.send);
  await waitFor(() => expect(app.calls(createFeedback)).toBe(1));
  goTo('/orderDetail?orderNo=L200&isCardItem=false');
  await screen.findByRole('heading', { name: copy.titles.orderDetail });
  await respond();
  await sees('申请退款 L100：反馈提交成功');
});

test('A late phone binding shows a message and does not navigate from another screen', async () => {
  const app = new AppHarness().withDevice();
  const respond = delayed(app, updatePhone, null);
  app.open('/login');
  await types(copy.login.mobile, '13800001234');
  await types(copy.login.code, '4711');
  await presses(copy.login.bind);
  await presses(copy.common.back);
  await followsLink(copy.titles.about);
  await respond();
  await sees(copy.login.bound);
  expect(at()).toBe('/my/about');
});

test('A payment cancelled after the customer left its screen neither navigates nor changes the order of the detail screen', async () => {
  const app = new AppHarness().withDevice();
  let cancelSheet = () => {};
  app.bridge.answers(() => new Promise((resolve) => (cancelSheet = () => resolve({ result: 'cancel' }))));
  app.open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(app.bridge.asked).toHaveLength(1));
  await act(async () => undefined);
  goTo('/my/about');
  await screen.findByRole('heading', { name: copy.titles.about });
  await act(async () => cancelSheet());
  await sees(copy.tasks.ended(copy.tasks.rent('PL1001'), copy.payment.cancelled));
  await expectNoEffectAt(app, '/my/about');
  expect(app.sessionValue('shownOrder')).toBeNull();
});

test('A payment cancelled on its own screen opens the detail of its order', async () => {
  const app = new AppHarness().withDevice();
  app.bridge.answers({ result: 'cancel' });
  app.open('/lease');
  await choosesPlan(/7天/);
  await presses('￥49 支付');
  await waitFor(() => expect(at()).toMatch(/^\/orderDetail/));
  expect(app.sessionValue('shownOrder')).toMatchObject({ number: 'L100' });
});
