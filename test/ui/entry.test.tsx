// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { HOUR, MINUTE } from '../../src/core/basics/time.ts';
import { refused } from '../helpers/fake-server.ts';
import { aDevice } from '../helpers/wire.ts';
import { AppHarness, at, presses, sees } from './app-harness.tsx';
import { screenOf } from '../helpers/addresses.ts';

const check = (status: string) => ({ ownerId: 'op1', status });
test.each([
  ['是', true],
  ['否', false],
])('An assistant who answers %s reaches the plans, with assist=%s', async (answer, assist) => {
  const app = new AppHarness().reply(getUser, { assist: true }).open('/?sno=PL1001');
  await presses(answer);
  await waitFor(() => expect(at()).toBe(screenOf('/lease', { rest: `assist=${assist}` })));
  expect(JSON.parse(app.http.requests(checkDevice).at(-1)?.body ?? '{}').data).toEqual({ sno: 'PL1001', assist });
});

test.each([
  ['DEVICE_OFFLINE', '设备已离线'],
  ['DEVICE_USED', '设备已被他人启动'],
  ['DEVICE_LOCKED', '设备已锁定'],
  ['DEVICE_USING', '设备已被租用'],
])('A scanned device with the status %s shows a notice that leads to /my', async (status, words) => {
  new AppHarness().reply(checkDevice, check(status)).open('/?sno=PL1001');
  expect(await sees(words)).toBeTruthy();
  expect(await sees('请查看其他设备或咨询店员')).toBeTruthy();
  expect(await sees(/编号 PL1001/)).toBeTruthy();
  await presses('知道了');
  await waitFor(() => expect(at()).toBe('/my?tab=device'));
});

test.each<[string, (app: AppHarness) => unknown]>([
  ['the link of', (app) => app.open('/?sno=PL1001')],
  [
    'a scan of',
    (app) => {
      app.open('/my?tab=device').scanner.reads('PL1001');
      return presses(/^租设备/);
    },
  ],
  ['the card of', (app) => (app.open('/my?tab=device'), presses(/^客厅理疗仪/))],
  [
    'the card that already names the connection of',
    (app) => {
      app.reply(listDevices, [aDevice({ deviceName: '客厅理疗仪', sno: 'PL1001', onlineStatus: '离线' })]);
      app.open('/my?tab=device');
      return presses(/^客厅理疗仪/);
    },
  ],
])('Who opens %s an offline device that may still treat them reads how to stop it by hand', async (_, opens) => {
  const app = new AppHarness()
    .reply(listDevices, [aDevice({ deviceName: '客厅理疗仪', sno: 'PL1001', onlineStatus: '在线' })])
    .reply(checkDevice, check('DEVICE_OFFLINE'))
    .reply(getDetail, { sno: 'PL1001', onlineStatusDesc: '离线' })
    .startedHere(5 * MINUTE, { ran: true });
  await opens(app);
  expect(await sees(/设备可能仍在运行，请按设备上的停止键/)).toBeTruthy();
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/my'));
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

test('A scanned device that is not in operation shows a notice', async () => {
  new AppHarness().reply(checkDevice, refused('500', '不存在')).open('/?sno=PL1001');
  expect(await sees('设备未投入运营')).toBeTruthy();
});

test('A busy server is reported as busy, with the device that was not entered, and a retry enters it', async () => {
  const app = new AppHarness().reply(checkDevice, refused('500', '系统繁忙')).open('/?sno=PL1001');
  const dialog = await screen.findByRole('alertdialog', { name: '没有进入设备' });
  expect(dialog.textContent).toMatch(/编号 PL1001系统繁忙/);
  expect(document.body.textContent).not.toContain('设备未投入运营');
  app.reply(checkDevice, check('DEVICE_WORKING'));
  await presses('重试');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
});

test('Opening the app while a treatment runs opens that treatment at once', async () => {
  const app = new AppHarness()
    .reply(checkDevice, check('DEVICE_WORKING'))
    .reply(readLatest, { onOff: 1, function: 1, workTime: 30, useTime: 2 });
  app.startedHere(150_000);
  app.open('/');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(await sees('剩余28分钟')).toBeTruthy();
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

test('An assistant who answers the question hours later is told of the device as it is then', async () => {
  const app = new AppHarness().reply(getUser, { assist: true }).open('/?sno=PL1001');
  await sees('是否代客户租赁设备？');
  app.reply(checkDevice, check('DEVICE_USED'));
  await app.advance(2 * HOUR);
  await app.resumes();
  await presses('否');
  expect(await sees('设备已被他人启动')).toBeTruthy();
});

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
