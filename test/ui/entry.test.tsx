// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { HOUR } from '../../src/core/basics/time.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { httpResponse, refused } from '../helpers/fake-server.ts';
import { AppHarness, at, presses, sees } from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';

const check = (status: string) => ({ ownerId: 'op1', status });

test('Without a token, the page asks the user to enter through WeChat and sends no request', async () => {
  const app = new AppHarness().open('/my', { token: '' });
  expect(await sees('请从微信公众号进入')).toBeTruthy();
  expect(app.http.sent).toHaveLength(0);
});

// covers 2.route.1b
test('A new customer who scans a free device reaches its plans', async () => {
  new AppHarness().open('/?sno=PL1001');
  expect(await sees('按时长租赁')).toBeTruthy();
  expect(at()).toBe(screenOf('/lease', { rest: 'assist=false' }));
});

// covers 2.entry.4b
test.each([
  // covers 4.entry.4a
  ['DEVICE_OFFLINE', '设备已离线'],
  // covers 4.entry.5a
  ['DEVICE_USED', '设备已被他人启动'],
  // covers 4.entry.6a
  ['DEVICE_LOCKED', '设备已锁定'],
  // covers 4.entry.10a
  ['DEVICE_USING', '设备已被租用'],
])('A scanned device with the status %s shows a notice that leads to /my', async (status, words) => {
  new AppHarness().reply(checkDevice, check(status)).open('/?sno=PL1001');
  expect(await sees(words)).toBeTruthy();
  expect(await sees('请查看其他设备或咨询店员')).toBeTruthy();
  expect(await sees(/编号 PL1001/)).toBeTruthy();
  await presses('知道了');
  await waitFor(() => expect(at()).toBe('/my?tab=device'));
});

test('The notice about a device offers another scan, which enters the other device', async () => {
  const app = new AppHarness().reply(checkDevice, check('DEVICE_LOCKED'), check('DEVICE_WORKING')).open('/?sno=PL1001');
  app.scanner.reads('PL2002');
  await presses('重新扫码');
  await waitFor(() => expect(at()).toBe('/process?sno=PL2002'));
});

test('The notice about a device comes back after a scan that was cancelled or could not begin', async () => {
  const app = new AppHarness().reply(checkDevice, check('DEVICE_LOCKED')).open('/?sno=PL1001');
  app.scanner.answers({ kind: 'cancelled' });
  await presses('重新扫码');
  await waitFor(() => expect(app.scanner.scans).toBe(1));
  expect(await sees('设备已锁定')).toBeTruthy();
  app.scanner.answers(new Problem('network'));
  await presses('重新扫码');
  expect(await sees('网络不可用，请检查网络')).toBeTruthy();
  expect(await sees('设备已锁定')).toBeTruthy();
});

// covers 2.entry.4c
test('A scanned device that is not in operation shows a notice', async () => {
  new AppHarness().reply(checkDevice, refused('500', '不存在')).open('/?sno=PL1001');
  expect(await sees('设备未投入运营')).toBeTruthy();
});

// covers 4.entry.3b
test('A busy server is reported as busy, and a retry enters the device', async () => {
  const app = new AppHarness().reply(checkDevice, refused('500', '系统繁忙')).open('/?sno=PL1001');
  expect(await sees('系统繁忙')).toBeTruthy();
  expect(document.body.textContent).not.toContain('设备未投入运营');
  app.reply(checkDevice, check('DEVICE_WORKING'));
  await presses('重试');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

// covers 2.entry.5a
test('A scanned device that works for the customer opens its treatment', async () => {
  new AppHarness().reply(checkDevice, check('DEVICE_WORKING')).open('/?sno=PL1001');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test('Opening the app while a treatment runs opens that treatment at once', async () => {
  const app = new AppHarness()
    .reply(checkDevice, check('DEVICE_WORKING'))
    .reply(readLatest, { onOff: 1, function: 1, workTime: 30, useTime: 2 });
  app.treatments.started.set({ sno: 'PL1001', at: app.clock.now() - 150_000, state: { workMinutes: 30 } });
  app.open('/');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(await sees('剩余28分钟')).toBeTruthy();
});

test('Opening the app after a treatment has ended opens /my', async () => {
  const app = new AppHarness().reply(checkDevice, check('DEVICE_USING'));
  app.treatments.started.set({ sno: 'PL1001', at: app.clock.now() - 150_000, state: { workMinutes: 30 } });
  app.open('/');
  await waitFor(() => expect(at()).toBe('/my'));
});

// covers 4.entry.14a
test('A customer with remaining uses at the operator reaches the modes', async () => {
  new AppHarness().reply(listCards, { records: [{ sysUserId: 'op1', money: 3 }], total: 1 }).open('/?sno=PL1001');
  expect(await screen.findByRole('heading', { name: '选择理疗模式' })).toBeTruthy();
});

test('The notice about a device names it as far as the server does', async () => {
  new AppHarness()
    .reply(checkDevice, check('DEVICE_LOCKED'))
    .reply(getDetail, { sno: 'PL1001', name: '客厅理疗仪' })
    .open('/?sno=PL1001');
  const notice = within(await screen.findByRole('alertdialog', { name: '设备已锁定' }));
  expect(await notice.findByText('客厅理疗仪')).toBeTruthy();
});

test('The answers of an assistant’s question are 是 and 否 to a screen reader, and say what they mean to the eye', async () => {
  new AppHarness().reply(getUser, { assist: true }).open('/?sno=PL1001');
  const yes = await screen.findByRole('button', { name: '是' });
  expect(yes.textContent).toContain('代客户租赁');
  expect(screen.getByRole('button', { name: '否' }).textContent).toContain('自己使用');
});

test('An assistant is asked for whom it is by a question that names the device', async () => {
  new AppHarness().reply(getUser, { assist: true }).open('/?sno=PL1001');
  expect((await screen.findByRole('alertdialog')).textContent).toContain('PL1001');
});

// covers 2.entry.3b
test('An assistant who answers the question hours later is told of the device as it is then', async () => {
  const app = new AppHarness().reply(getUser, { assist: true }).open('/?sno=PL1001');
  await sees('是否代客户租赁设备？');
  app.reply(checkDevice, check('DEVICE_USED'));
  await app.advance(2 * HOUR);
  await app.resumes();
  await presses('否');
  expect(await sees('设备已被他人启动')).toBeTruthy();
});

test('An assistant who agrees to rent on behalf of a customer reaches the plans with assist=true', async () => {
  new AppHarness().reply(getUser, { assist: true }).open('/?sno=PL1001');
  expect(await sees('是否代客户租赁设备？')).toBeTruthy();
  await presses('是');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'assist=true' })));
});

// covers 2.entry.8a
test('A link with pageType=account opens the account even if it names a device', async () => {
  new AppHarness().open('/?sno=PL1001&pageType=account');
  expect(await sees('李奶奶')).toBeTruthy();
  expect((await screen.findByRole('tab', { name: '我的' })).getAttribute('aria-selected')).toBe('true');
});

test('A failed entry shows the cause, and a retry repeats it', async () => {
  const app = new AppHarness().reply(getUser, httpResponse({ status: 500 })).open('/?sno=PL1001');
  await app.advance(3_000);
  expect(await sees('服务异常，请稍后重试')).toBeTruthy();
  app.reply(getUser, { assist: false });
  await presses('重试');
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: 'assist=false' })));
});

// covers 2.route.15b
test('An unknown address shows the not-found screen with a link home', async () => {
  new AppHarness().open('/nowhere');
  expect(await sees('页面不存在')).toBeTruthy();
  expect((await screen.findByRole('link', { name: '返回首页' })).getAttribute('href')).toBe('/my');
});

test.each([
  ['with its name', { sno: 'PL1001', name: '客厅理疗仪', onlineStatusDesc: '在线' }, '客厅理疗仪'],
  ['by its number alone if its name cannot be read', new Problem('network'), 'PL1001'],
])('The question whether a scanned device is for a customer names the device %s', async (_, detail, name) => {
  new AppHarness().reply(getUser, { assist: true }).reply(getDetail, detail).open('/?sno=PL1001');
  await waitFor(() => expect(screen.getByRole('alertdialog').textContent).toMatch(new RegExp(`${name}.*是否代客户`)));
});
