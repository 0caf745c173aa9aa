// @vitest-environment happy-dom
import { act } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sendCode, updatePhone } from '../../src/core/account/api.ts';
import { createFeedback } from '../../src/core/feedback/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares, shareDevice, unshareDevice } from '../../src/core/share/api.ts';
import { type AnyEndpoint, type Failure, refused } from '../helpers/fake-server.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, goTo, LEASE_ORDER, presses, sees } from './app-harness.tsx';
import { box, types } from './typing.ts';

const BUSY = refused('500', '系统繁忙');
const OFFLINE = new Problem('network');

/** The app whose server answers this call only after the user has gone to another screen. */
function slow(endpoint: AnyEndpoint, failure: Failure) {
  const app = new AppHarness().withOwnLease();
  let fail = () => {};
  const until = new Promise<void>((resolve) => (fail = resolve));
  app.reply(endpoint, (async () => (await until, failure)) as never);
  const leavesAndFails = async () => {
    await app.advance(10);
    goTo('/my/about');
    await sees(copy.titles.about);
    await act(async () => fail());
    await app.advance(500);
  };
  return { app, leavesAndFails };
}

test.each([
  [BUSY, '取消订单 L100：系统繁忙'],
  [OFFLINE, '取消订单 L100：网络不可用，请检查网络'],
])('A cancellation that fails after its screen was left is told with the order: %#', async (failure, told) => {
  const { app, leavesAndFails } = slow(cancelLeaseOrder, failure);
  app.reply(listLeaseOrders, aPage(LEASE_ORDER)).reply(getLeaseOrder, LEASE_ORDER).open('/my/orderList');
  await presses('取消订单 L100');
  await presses('确认');
  await leavesAndFails();
  expect(await sees(told)).toBeTruthy();
});

test.each([
  [BUSY, '分享设备 PL1001：系统繁忙'],
  [OFFLINE, '分享设备 PL1001：网络不可用，请检查网络'],
])('A sharing that fails after its screen was left is told with the device: %#', async (failure, told) => {
  const { app, leavesAndFails } = slow(shareDevice, failure);
  app.open('/share');
  await presses('添加分享');
  await types('请输入分享用户的手机号', '13800000009');
  await presses('确认');
  await leavesAndFails();
  expect(await sees(told)).toBeTruthy();
});

test('A sharing that could not be ended after its screen was left is told with the device', async () => {
  const { app, leavesAndFails } = slow(unshareDevice, OFFLINE);
  app.reply(listShares, [{ mobile: '13800000009', ctime: 1 }]).open('/share');
  await presses(/^取消分享 138/);
  await presses('确认');
  await leavesAndFails();
  expect(await sees(/^取消分享设备 PL1001：/)).toBeTruthy();
});

test.each([
  ['/my/feedback', BUSY, '提交反馈：系统繁忙'],
  ['/my/feedback', OFFLINE, '提交反馈：内容可能已经送达，再次提交可能会重复'],
  ['/my/feedback?refund=L100&reason=fault', OFFLINE, '申请退款 L100：内容可能已经送达，再次提交可能会重复'],
])(
  'A text that is not sent after its screen was left is told by what it asked for: %s %#',
  async (address, failure, told) => {
    const { app, leavesAndFails } = slow(createFeedback, failure);
    app.open(address);
    await types('反馈内容', '设备坏了');
    await presses('提交');
    await leavesAndFails();
    expect(await sees(told)).toBeTruthy();
    goTo(address);
    expect((await box('反馈内容')).value).toBe('设备坏了');
  },
);

test('A phone number that is not bound after its screen was left is told', async () => {
  const { app, leavesAndFails } = slow(updatePhone, BUSY);
  app.open('/login');
  await types('手机号', '13800000009');
  await types('验证码', '1234');
  await presses('绑定手机号');
  await leavesAndFails();
  expect(await sees('绑定手机号：系统繁忙')).toBeTruthy();
});

test('A code that is not sent after its screen was left is told', async () => {
  const { app, leavesAndFails } = slow(sendCode, OFFLINE);
  app.open('/login');
  await types('手机号', '13800000009');
  await presses('获取验证码');
  await leavesAndFails();
  expect(await sees('获取验证码：网络不可用，请检查网络')).toBeTruthy();
});
