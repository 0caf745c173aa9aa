// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
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

// covers 2.custom.5a
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
