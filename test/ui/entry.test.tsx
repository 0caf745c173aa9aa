// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { at, ok, presses, refused, sees, Shop } from './shop.tsx';

const check = (status: string) => ok({ ownerId: 'op1', status });

test('Somebody without a token is asked to come through WeChat, and no call is made', async () => {
  const shop = new Shop().open('/my', { token: '' });
  expect(await sees('请从微信公众号进入')).toBeTruthy();
  expect(shop.http.sent).toHaveLength(0);
});

test('A new customer who scanned a free device comes to its plans', async () => {
  new Shop().open('/?sno=PL1001');
  expect(await sees('按时长租赁')).toBeTruthy();
  expect(at()).toBe('/lease?assist=false');
});

test.each([
  ['DEVICE_OFFLINE', '设备已离线'],
  ['DEVICE_USED', '设备已被他人启动'],
  ['DEVICE_LOCKED', '设备已锁定'],
  ['DEVICE_USING', '设备已被租用'],
])('A device that is %s is explained, and the notice leads to the own pages', async (status, words) => {
  new Shop().server('/order/check/device', check(status)).open('/?sno=PL1001');
  expect(await sees(words)).toBeTruthy();
  expect(await sees('请查看其他设备或咨询店员')).toBeTruthy();
  await presses('知道了');
  await waitFor(() => expect(at()).toBe('/my'));
});

test('A device that is not in operation is explained', async () => {
  new Shop().server('/order/check/device', refused('不存在')).open('/?sno=PL1001');
  expect(await sees('设备未投入运营')).toBeTruthy();
});

test('A server that is busy is told as busy, and the device is entered when the customer tries again', async () => {
  const shop = new Shop().server('/order/check/device', refused('系统繁忙', '500')).open('/?sno=PL1001');
  expect(await sees('系统繁忙')).toBeTruthy();
  expect(document.body.textContent).not.toContain('设备未投入运营');
  shop.server('/order/check/device', check('DEVICE_WORKING'));
  await presses('重试');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test('A device that works for the customer leads to its treatment', async () => {
  new Shop().server('/order/check/device', check('DEVICE_WORKING')).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test('Whoever opens the app again while their treatment runs is back at it at once', async () => {
  const shop = new Shop().server('/order/check/device', check('DEVICE_WORKING')).server('/device/real_time_data', ok({ onOff: 1, function: 1, workTime: 30, useTime: 2 }));
  shop.treatments.started.set({ sno: 'PL1001', at: shop.clock.now() - 150_000, state: { workMinutes: 30 } });
  shop.open('/');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(await sees('剩余 28 分钟')).toBeTruthy();
});

test('A treatment that is over keeps nobody from their own pages', async () => {
  const shop = new Shop().server('/order/check/device', check('DEVICE_USING'));
  shop.treatments.started.set({ sno: 'PL1001', at: shop.clock.now() - 150_000, state: { workMinutes: 30 } });
  shop.open('/');
  await waitFor(() => expect(at()).toBe('/my'));
});

test('A customer with uses left at the operator comes to the modes', async () => {
  new Shop().server('/wallet/balance', ok({ records: [{ sysUserId: 'op1', money: 3 }], total: 1 })).open('/?sno=PL1001');
  expect(await screen.findByRole('heading', { name: '选择理疗模式' })).toBeTruthy();
});

test('An assistant is asked first, and rents on behalf of a customer after a yes', async () => {
  new Shop().server('/user/get', ok({ assist: true })).open('/?sno=PL1001');
  expect(await sees('是否代客户租赁设备？')).toBeTruthy();
  await presses('是');
  await waitFor(() => expect(at()).toBe('/lease?assist=true'));
});

test('The link of the account page opens the own pages, even beside a device number', async () => {
  new Shop().open('/?sno=PL1001&pageType=account');
  expect(await sees('李奶奶')).toBeTruthy();
  expect((await screen.findByRole('tab', { name: '我的' })).getAttribute('aria-selected')).toBe('true');
});

test('When the entry fails the customer is told why and can try again', async () => {
  const shop = new Shop().server('/user/get', { status: 500 }).open('/?sno=PL1001');
  await shop.passes(3_000);
  expect(await sees('服务异常，请稍后重试')).toBeTruthy();
  shop.server('/user/get', ok({ assist: false }));
  await presses('重试');
  await waitFor(() => expect(at()).toBe('/lease?assist=false'));
});

test('An address that does not exist says so and leads home', async () => {
  new Shop().open('/nowhere');
  expect(await sees('页面不存在')).toBeTruthy();
  expect((await screen.findByRole('link', { name: '返回首页' })).getAttribute('href')).toBe('/my');
});
