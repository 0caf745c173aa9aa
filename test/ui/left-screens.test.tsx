// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sendCode, updatePhone } from '../../src/core/account/api.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { cancelLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares, shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, choosesPlan, choosesTab, goTo, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { type AnyEndpoint, type Failure, refused } from '../helpers/fake-server.ts';
import { box, types } from './typing.ts';

const FREE = { ownerId: 'op2', status: 'DEVICE_FREE' };
const DEVICE = { sno: 'PL2002', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op2', assist: false };

/** Delays the response of an endpoint until the returned function is called. */
function delayed(app: AppHarness, endpoint: AnyEndpoint, answer: unknown): () => Promise<void> {
  let respond = () => {};
  const released = new Promise<void>((resolve) => (respond = resolve));
  app.reply(endpoint, () => released.then(() => answer as null));
  return () => act(async () => respond());
}

/** Checks that a late response neither navigates nor opens a dialog. */
async function expectNoEffectAt(app: AppHarness, address: string): Promise<void> {
  await app.advance(10_000);
  expect(at()).toBe(address);
  expect(screen.queryByRole('alertdialog')).toBeNull();
}

const followsLink = async (name: string) => fireEvent.click(await screen.findByRole('link', { name }));

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

const BUSY = refused('500', '系统繁忙');
const OFFLINE = new Problem('network');

const cancelsAnOrder = async (app: AppHarness) => {
  app.reply(listLeaseOrders, aPage(LEASE_ORDER)).open('/my/orderList');
  await presses('取消订单 L100');
  await presses('确认');
};
const shares = async (app: AppHarness) => {
  app.open('/share');
  await presses('添加分享');
  await types('请输入分享用户的手机号', '13800000009');
  await presses('确认');
};
const endsAShare = async (app: AppHarness) => {
  app.reply(listShares, [{ mobile: '13800000009', ctime: 1 }]).open('/share');
  await presses(/^取消分享 138/);
  await presses('确认');
};
const writes = (address: string) => async (app: AppHarness) => {
  app.open(address);
  await types('反馈内容', '设备坏了');
  await presses('提交');
};
const binds = async (app: AppHarness) => {
  app.open('/login');
  await types('手机号', '13800000009');
  await types('验证码', '1234');
  await presses('绑定手机号');
};
const asksForACode = async (app: AppHarness) => {
  app.open('/login');
  await types('手机号', '13800000009');
  await presses('获取验证码');
};
const REFUND = '/my/feedback?refund=L100&reason=fault';
const MAY_HAVE_ARRIVED = '内容可能已经送达，再次提交可能会重复';

test.each<[AnyEndpoint, (app: AppHarness) => Promise<void>, Failure | null, string]>([
  [cancelLeaseOrder, cancelsAnOrder, null, '取消订单 L100：取消成功'],
  [cancelLeaseOrder, cancelsAnOrder, BUSY, '取消订单 L100：系统繁忙'],
  [cancelLeaseOrder, cancelsAnOrder, OFFLINE, '取消订单 L100：网络不可用，请检查网络'],
  [shareDevice, shares, null, '分享设备 PL1001：分享成功'],
  [shareDevice, shares, BUSY, '分享设备 PL1001：系统繁忙'],
  [shareDevice, shares, OFFLINE, '分享设备 PL1001：网络不可用，请检查网络'],
  [unshareDevice, endsAShare, OFFLINE, '取消分享设备 PL1001：解绑失败，请重试'],
  [createFeedback, writes('/my/feedback'), BUSY, '提交反馈：系统繁忙'],
  [createFeedback, writes('/my/feedback'), OFFLINE, `提交反馈：${MAY_HAVE_ARRIVED}`],
  [createFeedback, writes(REFUND), null, '申请退款 L100：反馈提交成功'],
  [createFeedback, writes(REFUND), OFFLINE, `申请退款 L100：${MAY_HAVE_ARRIVED}`],
  [updatePhone, binds, null, copy.login.bound],
  [updatePhone, binds, BUSY, '绑定手机号：系统繁忙'],
  [sendCode, asksForACode, null, '获取验证码：发送成功'],
  [sendCode, asksForACode, OFFLINE, '获取验证码：网络不可用，请检查网络'],
])(
  'What $name asked for is told by its name after its screen was left, and changes no other screen: %#',
  async (call, asks, answer, told) => {
    const app = new AppHarness().withOwnLease();
    const respond = delayed(app, call, answer);
    await asks(app);
    await waitFor(() => expect(app.calls(call)).toBe(1));
    goTo('/my/about');
    await screen.findByRole('heading', { name: copy.titles.about });
    await respond();
    expect(await sees(told)).toBeTruthy();
    await expectNoEffectAt(app, '/my/about');
  },
);

test('A text that was not sent after its screen was left is there again', async () => {
  const app = new AppHarness();
  const respond = delayed(app, createFeedback, OFFLINE);
  await writes('/my/feedback')(app);
  goTo('/my/about');
  await respond();
  await sees(/^提交反馈：/);
  goTo('/my/feedback');
  expect((await box('反馈内容')).value).toBe('设备坏了');
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
