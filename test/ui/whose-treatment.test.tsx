// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { MINUTE } from '../../src/core/time.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { hangs } from '../helpers/fake-server.ts';
import { AppHarness, at, doesNotSee, presses, sees } from './app-harness.tsx';
import { RUNNING, running, underTreatment } from './under-treatment.ts';

const says = (status: string) => ({ ownerId: 'op1', status });

test.each([
  ['keeps its count', 30],
  ['resets its count', 0],
])('The end of a treatment whose device %s says how long it ran', async (_, useTime) => {
  const app = await underTreatment();
  await app.advance(18 * MINUTE);
  app.reply(readLatest, { ...RUNNING, useTime: 29 });
  await app.advance(30_000);
  app.reply(readLatest, { ...RUNNING, onOff: 0, workTime: 0, useTime });
  await app.advance(MINUTE);
  const dialog = () => screen.getByRole('alertdialog', { name: '理疗已结束' });
  await waitFor(() => expect(dialog().textContent).toContain('已理疗 30 分钟'));
});

test('The end of a treatment that nobody observed says no minutes', async () => {
  const app = await underTreatment();
  app.clock.now = (
    (before) => () =>
      before() + 10 * MINUTE
  )(app.clock.now.bind(app.clock));
  app.reply(readLatest, { ...RUNNING, onOff: 0, useTime: 30 });
  await app.resumes();
  const dialog = await screen.findByRole('alertdialog', { name: '理疗已结束' });
  await app.advance(1_000);
  expect(dialog.textContent).not.toContain('已理疗');
});

test('A treatment that no report has shown running is not said to have ended or to have run', async () => {
  const app = new AppHarness().withSharedDevice().reply(startDevice).open('/modeMenu');
  await presses(/生物电/);
  await waitFor(() => expect(at()).toContain('/process'));
  await app.advance(20_000);
  cleanup();
  await app.advance(40 * MINUTE);
  app.reply(readLatest, { onOff: 0 }).reply(checkDevice, says('DEVICE_USING')).open('/process?sno=PL1001');
  expect(await screen.findByRole('alertdialog', { name: '理疗时间已过' })).toBeTruthy();
  expect(await sees(/无法确认是否进行了理疗/)).toBeTruthy();
  await app.advance(1_000);
  expect(doesNotSee(/已理疗|理疗已结束/)).toBe(true);
});

test('The treatment of the next customer is neither shown as the own one nor stopped', async () => {
  const app = await underTreatment();
  app.reply(checkDevice, says('DEVICE_USED')).reply(readLatest, { ...RUNNING, function: 3, workTime: 180, useTime: 3 });
  await app.advance(2 * 60 * MINUTE);
  await app.resumes();
  const dialog = await screen.findByRole('alertdialog', { name: '理疗已结束' });
  await app.advance(1_000);
  expect(dialog.textContent).toContain('这台设备现在不是在为您理疗');
  expect(dialog.textContent).not.toContain('已理疗');
  expect([doesNotSee('睡眠模式'), screen.queryByRole('button', { name: '停止理疗' })]).toEqual([true, null]);
  await presses('确认完成');
  await waitFor(() => expect(at()).toBe('/my'));
  expect(app.calls(stopDevice)).toBe(0);
});

test.each(['DEVICE_USED', 'DEVICE_USING', 'DEVICE_LOCKED'])(
  'The address of a device that runs for somebody else (%s) shows nothing of it and no stop button',
  async (status) => {
    running().reply(checkDevice, says(status)).open('/process?sno=PL1001');
    expect(await sees('设备正在为他人运行')).toBeTruthy();
    expect([doesNotSee('生物电模式'), doesNotSee(/已理疗|剩余/)]).toEqual([true, true]);
    expect(screen.queryByRole('button', { name: '停止理疗' })).toBeNull();
  },
);

test('A device that runs otherwise than it was started here shows the reported mode, not the requested one', async () => {
  const report = { ...RUNNING, function: 3, workTime: 180, useTime: 3 };
  const app = running(report).reply(checkDevice, says('DEVICE_TREATING'));
  const state = { function: 'bio' as const, workMinutes: 30 };
  app.treatments.started.set({ sno: 'PL1001', at: app.clock.now() - 20 * MINUTE, state });
  app.open('/process?sno=PL1001');
  expect(await sees('设备报告正在运行')).toBeTruthy();
  expect(await sees('睡眠模式')).toBeTruthy();
  expect(doesNotSee('生物电模式')).toBe(true);
});

test('A device that the server says somebody else started is not said to be at rest by an older report', async () => {
  const app = running({ onOff: 0 }).reply(checkDevice, says('DEVICE_USED')).open('/process?sno=PL1001');
  expect(await sees('设备正在为他人运行')).toBeTruthy();
  app.reply(checkDevice, says('DEVICE_FREE'));
  await app.advance(21_000);
  expect(await sees('设备未在理疗')).toBeTruthy();
});

test('A device that runs, of which the server does not say for whom, can be stopped and is not called the own one', async () => {
  running().reply(checkDevice, says('DEVICE_TREATING')).open('/process?sno=PL1001');
  expect(await sees('设备报告正在运行')).toBeTruthy();
  expect(screen.getByRole('button', { name: '停止理疗' })).toBeTruthy();
  expect(doesNotSee(/已理疗|剩余/)).toBe(true);
});

test('A device started here whose counter is ahead of this phone is said to run for an unknown time, and can be stopped', async () => {
  const app = running({ ...RUNNING, useTime: 20 }).reply(checkDevice, says('DEVICE_TREATING'));
  app.treatments.started.set({ sno: 'PL1001', at: app.clock.now() - 3 * MINUTE, state: { workMinutes: 30 } });
  app.open('/process?sno=PL1001');
  expect(await sees('设备报告正在运行')).toBeTruthy();
  expect(await sees(/已运行的时间也不清楚/)).toBeTruthy();
  expect(doesNotSee(/已理疗|剩余/)).toBe(true);
  app.reply(stopDevice, () => void app.reply(readLatest, { ...RUNNING, onOff: 0 }));
  await presses('停止理疗');
  await presses('确认');
  await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
});

const UNCOUNTED = { ...RUNNING, useTime: null };

test('A run without a count that another customer may have started is not shown as the own one before the server has answered', async () => {
  const app = running(UNCOUNTED).reply(checkDevice, hangs);
  app.treatments.started.set({ sno: 'PL1001', at: app.clock.now() - 20 * MINUTE, state: { workMinutes: 30 } });
  app.open('/process?sno=PL1001');
  await waitFor(() => expect(app.calls(readLatest)).toBe(1));
  await app.advance(1_000);
  expect(doesNotSee(/生物电模式|已理疗|剩余/)).toBe(true);
  expect(screen.getByRole('button', { name: '停止理疗' })).toBeTruthy();
});

test('A run without a count is doubted after minutes without a report, until the server has answered', async () => {
  const app = await underTreatment(running(UNCOUNTED));
  app.reply(readLatest, new Problem('network'));
  await app.advance(5 * MINUTE);
  app.reply(readLatest, UNCOUNTED).reply(checkDevice, says('DEVICE_USED'));
  await app.advance(11_000);
  expect(await sees('这台设备现在不是在为您理疗。')).toBeTruthy();
});

test('A device that runs again after its treatment ended is not hidden by the notice of that end', async () => {
  const app = await underTreatment();
  app.reply(readLatest, { ...RUNNING, onOff: 0 });
  await app.advance(10_000);
  await screen.findByRole('alertdialog', { name: '理疗已结束' });
  app.reply(readLatest, { ...RUNNING, useTime: 0 }).reply(checkDevice, says('DEVICE_TREATING'));
  await app.advance(10_000);
  expect(await sees('设备报告正在运行')).toBeTruthy();
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('button', { name: '停止理疗' }).closest('[inert]')).toBeNull();
});

test('A device that the server calls working is not told as ended by a report from before the start', async () => {
  const app = running({ onOff: 0, workTime: 0, useTime: 0 }).open('/?sno=PL1001');
  await sees('停止理疗');
  await app.advance(1_000);
  expect(doesNotSee('理疗已结束')).toBe(true);
  app.reply(readLatest, { ...RUNNING, useTime: 0 });
  await app.advance(11_000);
  expect(await sees('剩余30分钟')).toBeTruthy();
});

const SILENT = { onOff: null, workTime: null, useTime: null, function: null };

test.each([SILENT, { ...SILENT, workTime: 30, useTime: 12 }])(
  'A device that works for the customer and reports no state is not called at rest: %#',
  async (state) => {
    const app = running(state).open('/process?sno=PL1001');
    for (const ms of [2_000, 60_000]) {
      await app.advance(ms);
      expect(doesNotSee(/设备未在理疗|没有运行/)).toBe(true);
    }
  },
);
