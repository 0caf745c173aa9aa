// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { checkDevice, readLatest } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import { aCard, aPage } from '../helpers/wire.ts';
import { AppHarness, at, goTo, presses, sees } from './app-harness.tsx';
import { WORKS } from './under-treatment.ts';

let app: AppHarness;
/** A customer with five uses, before a device that reports once a minute. */
beforeEach(() => {
  app = new AppHarness()
    .withDevice()
    .reply(listCards, aPage(aCard({ sysUserId: 'op1', money: 5 })))
    .reply(readLatest, { onOff: 0, workTime: 30 });
});

test('再试一次 sends no second start while the server says that the device works for the customer', async () => {
  app.reply(startDevice, new Problem('timeout'), { OnOff: 1 }).open('/modeMenu');
  await presses(/生物电/);
  await sees('确认扣除一次使用次数？');
  await presses('确认');
  await app.advance(20_000);
  await sees('设备暂未响应');
  app.reply(checkDevice, WORKS);
  await presses('再试一次');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  await app.advance(5_000);
  expect(app.calls(startDevice)).toBe(1);
});

test('A tile sends no second start twenty seconds after an accepted one while the server says that the device works for the customer', async () => {
  app.treatments.started.set({ sno: 'PL1001', at: app.clock.now() - 20_000, state: { on: true, workMinutes: 30 } });
  app.reply(checkDevice, WORKS).open('/modeMenu');
  await sees('编号 PL1001');
  await presses(/睡眠/);
  await app.advance(3_000);
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  expect([screen.queryByText(/确认扣除/), app.calls(startDevice)]).toEqual([null, 0]);
});

test('Back at the modes twenty seconds after an accepted start, no tile sends another one while the only report is older', async () => {
  app.reply(startDevice, { OnOff: 1 }).open('/modeMenu');
  await presses(/生物电/);
  await sees('确认扣除一次使用次数？');
  await presses('确认');
  await waitFor(() => expect(at()).toBe('/process?sno=PL1001'));
  app.reply(checkDevice, WORKS);
  goTo('/modeMenu');
  await sees('编号 PL1001');
  await app.advance(20_000);
  await presses(/睡眠/);
  await app.advance(3_000);
  expect([screen.queryByText(/确认扣除/), app.http.data(startDevice)]).toMatchObject([null, [{ Function: 1 }]]);
});
