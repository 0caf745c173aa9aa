// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { MINUTE } from '../../src/core/basics/time.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { copy } from '../../src/ui/copy/zh-CN.ts';
import { httpResponse, refused } from '../helpers/fake-server.ts';
import { AppHarness, at, goTo, presses, sees, stops } from './app-harness.tsx';
import { RUNNING } from './under-treatment.ts';

const WORKING = { ownerId: 'op1', status: 'DEVICE_WORKING' };
const MINE = [{ id: 1, sno: 'PL1001', deviceName: '客厅理疗仪', onlineStatus: '在线', ownerId: 'op1', assist: false }];
const FRESH = { ...RUNNING, useTime: 0 };
const bar = () => screen.findByRole('navigation', { name: '理疗状态' });
const notice = () => screen.findByRole('alertdialog', { name: copy.session.expired });

/** The page of a customer who started PL1001 here `ago` ms ago. */
function withTreatment(ago = 11 * MINUTE, report = RUNNING): AppHarness {
  const app = new AppHarness()
    .withDevice()
    .reply(listDevices, MINE)
    .reply(readLatest, report)
    .reply(checkDevice, WORKING);
  app.startedHere(ago, { ran: true });
  return app;
}

test('The treatment bar appears even if the customer left the screen before the device reported its start', async () => {
  const app = new AppHarness().withDevice().reply(listDevices, MINE).open('/modeMenu');
  await presses(/睡眠/);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  goTo('/my?tab=my');
  await app.advance(3_000);
  app.reply(readLatest, FRESH).reply(checkDevice, WORKING);
  await app.advance(MINUTE);
  expect(await bar()).toBeTruthy();
});

test('The treatment bar stays during the last minute that the device counts', async () => {
  withTreatment(11 * MINUTE, { ...RUNNING, useTime: 30 }).open('/my?tab=my');
  expect(await sees('理疗中 · 剩余0分钟')).toBeTruthy();
});

test('The session-expired notice warns of a device whose start response was lost', async () => {
  const app = new AppHarness().withDevice().reply(listDevices, MINE);
  app.reply(startDevice, () => {
    app.http.rejectsToken('token-1');
    return new Problem('timeout');
  });
  app.open('/modeMenu');
  await presses(/睡眠/);
  expect(await within(await notice()).findByText(copy.safety.mayStillRun)).toBeTruthy();
});

test('A device whose check says that it works keeps its stop button even if its last report says that it is off', async () => {
  new AppHarness().reply(listDevices, MINE).reply(checkDevice, WORKING).open('/my?tab=device');
  (await screen.findByText('客厅理疗仪')).click();
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(await screen.findByRole('button', { name: '停止理疗' })).toBeTruthy();
});

test.each([
  ['is rejected with status 403', httpResponse({ status: 403 })],
  ['is refused', refused('500', 'x')],
])('A stop that %s after the customer left the screen shows a warning that names the device', async (_, answer) => {
  const app = withTreatment(0, FRESH).reply(stopDevice, answer).open('/process?sno=PL1001');
  await stops();
  goTo('/my?tab=my');
  await app.advance(5_000);
  expect(await sees('停止理疗：未能确认设备PL1001已停止，设备可能仍在运行，请按设备上的停止键')).toBeTruthy();
});

test('Confirming a deduction starts the mode that was tapped on this screen, not on an earlier one', async () => {
  const app = new AppHarness().withDevice().reply(listCards, { records: [{ sysUserId: 'op1', money: 3 }], total: 1 });
  app.reply(getDetail, () => app.clock.sleep(3_000).then(() => ({ sno: 'PL1001', onlineStatusDesc: '在线' })));
  app.open('/modeMenu');
  await presses(/生物电/);
  goTo('/my?tab=my');
  await sees('订单记录');
  goTo('/modeMenu');
  await presses(/睡眠/);
  await app.advance(4_000);
  await sees('确认扣除一次使用次数？');
  await presses('确认');
  await app.advance(4_000);
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  const [request] = app.http.requests(startDevice);
  expect(JSON.parse(request?.body ?? '{}').data).toMatchObject({ Function: 3, WortTime: 180 });
});
