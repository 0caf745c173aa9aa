// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { readLatest } from '../../src/core/device/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { AppHarness, at, choosesTab, presses, sees } from './app-harness.tsx';

const startData = (app: AppHarness) => JSON.parse(app.http.requests(startDevice)[0]?.body ?? '{}').data;

// covers 2.custom.2a
test('The rows of the custom screen start with the default settings', async () => {
  new AppHarness().withDevice().open('/custom');
  expect(await screen.findByRole('heading', { name: '理疗仪' })).toBeTruthy();
  expect(await sees('30分钟')).toBeTruthy();
  expect(await sees('5000V · 50Hz · 波形一')).toBeTruthy();
  expect(await sees('红外关')).toBeTruthy();
});

// covers 2.custom.8a
test('The function row of the custom screen opens a sheet with its wheels', async () => {
  new AppHarness().withDevice().open('/custom');
  await presses(/理疗功能/);
  const sheet = within(await screen.findByRole('dialog', { name: '理疗功能' }));
  expect(sheet.getAllByRole('spinbutton').map((wheel) => wheel.getAttribute('aria-valuetext'))).toEqual([
    '5000V',
    '50Hz',
    '波形一',
  ]);
});

// covers 2.custom.10b
test('Confirmed settings are stored and cancelled ones are not', async () => {
  const app = new AppHarness().withDevice().open('/custom');
  await presses(/理疗功能/);
  await choosesTab('睡眠');
  await presses('取消');
  expect(await sees('生物电')).toBeTruthy();
  await presses(/理疗功能/);
  await choosesTab('睡眠');
  await presses('确认');
  expect(await sees('睡眠')).toBeTruthy();
  expect(app.sessionValue('customSettings')).toEqual({
    function: 'sleep',
    auxiliary: 'none',
    infraredLevel: 1,
    workMinutes: 30,
  });
});

// covers 2.custom.5b
test('Choosing the quantum chamber replaces infrared as the auxiliary function', async () => {
  const app = new AppHarness().withDevice().open('/custom');
  await presses(/辅助功能/);
  await choosesTab('量子能量舱');
  await presses('确认');
  await waitFor(() => expect(app.sessionValue('customSettings')).toMatchObject({ auxiliary: 'quantum' }));
  expect(await sees('量子能量舱')).toBeTruthy();
});

// covers 2.custom.1b
test('Starting custom settings asks before a use is deducted, then sends exactly those settings', async () => {
  const app = new AppHarness().withDevice().reply(listCards, { records: [{ sysUserId: 'op1', money: 2 }], total: 1 });
  app.open('/custom');
  await presses('启动');
  expect(await sees('确认扣除次数启动理疗仪？')).toBeTruthy();
  expect(await sees('剩余次数 2')).toBeTruthy();
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(startData(app)).toEqual({
    sno: 'PL1001',
    WortTime: 30,
    Function: 1,
    SubFunction: 0,
    Voltage: 3,
    Freq: 1,
    Wave: 1,
    Grade: 1,
  });
});

// covers 4.starting.7a
test('Without remaining uses, custom settings start without a question', async () => {
  const app = new AppHarness().withDevice().open('/custom');
  await presses('启动');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(app.calls(startDevice)).toBe(1);
});

test('A custom start whose infrared is shown as off sends it as off', async () => {
  const app = new AppHarness().withDevice().reply(readLatest, { onOff: 0, subFunction: 1, grade: 4 }).open('/custom');
  expect(await sees('红外关')).toBeTruthy();
  await presses('启动');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect(startData(app)).toMatchObject({ SubFunction: 0, Grade: 1 });
});

test('Infrared that is chosen and then set to 关 is turned off by the start', async () => {
  const app = new AppHarness().withDevice().open('/custom');
  await presses(/^辅助功能/);
  const wheel = await screen.findByRole('spinbutton', { name: '红外强度' });
  fireEvent.keyDown(wheel, { key: 'End' });
  await waitFor(() => expect(wheel.getAttribute('aria-valuetext')).toMatch(/^高/));
  await presses('确认');
  expect(await sees('红外 高')).toBeTruthy();
  await presses(/^辅助功能/);
  const again = await screen.findByRole('spinbutton', { name: '红外强度' });
  fireEvent.keyDown(again, { key: 'Home' });
  await waitFor(() => expect(again.getAttribute('aria-valuetext')).toBe('关'));
  await presses('确认');
  await presses('启动');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
  expect(startData(app)).toMatchObject({ SubFunction: 0, Grade: 1 });
});

// covers 2.custom.1a
test('The share menu of the custom screen opens the device panel', async () => {
  new AppHarness().withDevice().open('/custom');
  await presses('设备与分享');
  await presses('设备');
  expect(await sees('A4:CF:12:00')).toBeTruthy();
});

// covers 5.rules.14a
test('A start with custom settings within ten seconds after a stop is refused', async () => {
  const app = new AppHarness().withDevice();
  app.treatments.stoppedAt.set({ PL1001: app.clock.now() });
  app.open('/custom');
  await presses('启动');
  expect(await sees('操作过于频繁，请稍后再试')).toBeTruthy();
  expect(app.calls(startDevice)).toBe(0);
  await app.advance(10_000);
  await presses('启动');
  await waitFor(() => expect(app.calls(startDevice)).toBe(1));
});
