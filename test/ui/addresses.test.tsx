// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, readLatest } from '../../src/core/device/api.ts';
import { listRefunds } from '../../src/core/wallet/api.ts';
import { aPage } from '../helpers/wire.ts';
import { AppHarness, at, sees } from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';
import { WORKS } from './under-treatment.ts';

const BRAND = { name: '安舒理疗', description: '一家物联网企业' };

test.each([
  ['/', '/my', '我的', '我的'],
  ['/login', '/login', '绑定手机号', '绑定手机号'],
  ['/lease', screenOf('/lease'), '选择租赁套餐', '选择租赁套餐'],
  ['/orderDetail', '/orderDetail', '订单详情', '订单详情'],
  ['/custom', screenOf('/custom'), '理疗仪', '理疗仪'],
  ['/process', screenOf('/process'), '安舒理疗', '生物电模式'],
  ['/share', screenOf('/share'), '分享管理', '分享管理'],
  ['/my', '/my', '我的', '我的'],
  ['/modeMenu', screenOf('/modeMenu'), '安舒理疗', '选择理疗模式'],
  ['/my/orderList', '/my/orderList', '订单记录', '订单记录'],
  ['/my/cardList', '/my/cardList', '次卡套餐', '次卡套餐'],
  ['/my/refundList', '/my/refundList', '退款记录', '退款记录'],
  ['/my/feedback', '/my/feedback', '用户反馈', '用户反馈'],
  ['/my/about', '/my/about', '关于我们', '关于我们'],
])('The address %s opens %s with the title “%s” and the heading “%s”', async (address, place, title, heading) => {
  const running = { onOff: 1, function: 1, workTime: 30, useTime: 3 };
  new AppHarness({ brand: BRAND })
    .withDevice()
    .reply(listRefunds, aPage())
    .reply(readLatest, running)
    .reply(checkDevice, WORKS)
    .open(address);
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeTruthy();
  await waitFor(() => expect([at(), document.title]).toEqual([place, title]));
});

test.each(['/my/orderList/L1', '/leases', '/my/orders', '/Process?sno=PL1001', '/modemenu?sno=PL1001'])(
  'The address %s, which only resembles a valid one, opens the not-found screen',
  async (address) => {
    new AppHarness().open(address);
    expect(await sees('页面不存在')).toBeTruthy();
  },
);

test('With a base path configured, the app serves the same addresses below it', async () => {
  new AppHarness({ basePath: '/h5/' }).open('/h5/my/about');
  expect(await screen.findByRole('heading', { name: '关于我们' })).toBeTruthy();
});

test('The back button of a device’s first screen leads to the devices, even if the app replaced the address of the link', async () => {
  window.history.replaceState(null, '', '/');
  new AppHarness().open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'assist=false' })));
  fireEvent.click(await screen.findByRole('button', { name: '返回' }));
  await waitFor(() => expect(at()).toBe('/my?tab=device'));
});

test('The back button goes to the previous screen', async () => {
  window.history.replaceState(null, '', '/');
  new AppHarness().open('/my');
  fireEvent.click(await screen.findByRole('link', { name: '用户反馈' }));
  await waitFor(() => expect(at()).toBe('/my/feedback'));
  fireEvent.click(await screen.findByRole('button', { name: '返回' }));
  await waitFor(() => expect(at()).toBe('/my'));
});
