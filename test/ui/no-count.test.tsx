// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { MINUTE } from '../../src/core/basics/time.ts';
import { checkDevice, readLatest } from '../../src/core/device/api.ts';
import { startDevice } from '../../src/core/treatment/api.ts';
import { AppHarness, doesNotSee, goTo, presses, sees } from './app-harness.tsx';
import { RUNNING, running, WORKS } from './under-treatment.ts';

/** The report of a device that runs, and whose field for the minutes stays at 0. */
const UNCOUNTED = { ...RUNNING, useTime: 0 };
const elapsed = () => screen.getByText(/已理疗/).textContent;

/** A customer who has just started a device that counts no minutes. */
async function startsUncounted(): Promise<AppHarness> {
  const app = new AppHarness().withOwnLease();
  app.reply(startDevice, () => {
    app.reply(checkDevice, WORKS).reply(readLatest, UNCOUNTED);
    return { OnOff: 1 };
  });
  app.open('/modeMenu');
  await presses('生物电');
  await sees('生物电模式');
  return app;
}

test('A treatment that was started here has the minutes since its start, also if the device reports none all the time', async () => {
  const app = await startsUncounted();
  const startedAt = app.clock.now();
  for (const minutes of [1, 2, 3, 12]) {
    await app.advance(minutes * MINUTE + 1_000 - (app.clock.now() - startedAt));
    expect(elapsed()).toBe(`已理疗 ${minutes} 分钟`);
    expect(await sees(`剩余${30 - minutes}分钟`)).toBeTruthy();
    expect(await sees('预计09:30结束')).toBeTruthy();
  }
});

test('The end of such a treatment says when it began, and how long it took', async () => {
  const app = await startsUncounted();
  await app.advance(18 * MINUTE);
  app.reply(readLatest, { ...UNCOUNTED, onOff: 0 }).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
  await app.advance(15_000);
  expect(await sees('理疗已结束')).toBeTruthy();
  expect(await sees(/09:00–09:18/)).toBeTruthy();
  expect(screen.getByRole('alertdialog').textContent).toContain('已理疗 18 分钟');
});

test('Nobody is told that a treatment has just begun which this phone has started minutes ago, because the device counts none', async () => {
  const app = await startsUncounted();
  await app.advance(20_000);
  goTo('/my?tab=device');
  await app.advance(10 * MINUTE);
  expect(await sees('理疗进行中')).toBeTruthy();
  expect(doesNotSee(/剩余30分钟|预计09:4/)).toBe(true);
  goTo('/process?sno=PL1001');
  await sees('生物电模式');
  await app.advance(MINUTE);
  expect(doesNotSee(/剩余(30|29)分钟|已理疗 [01] 分钟/)).toBe(true);
});

test('The minutes of a treatment that was not started here are not known where the device goes on to report none', async () => {
  const app = running(UNCOUNTED).open('/process?sno=PL1001');
  await sees('生物电模式');
  await app.advance(5 * MINUTE);
  expect(await sees('设备没有报告已理疗的时间')).toBeTruthy();
  expect(doesNotSee(/剩余|预计/)).toBe(true);
  app.reply(readLatest, { ...RUNNING, useTime: 7 });
  await app.advance(11_000);
  expect(elapsed()).toBe('已理疗 7 分钟');
});

test('The list of devices says no remaining minutes of a treatment that was not started here where the device goes on to report none', async () => {
  const app = running(UNCOUNTED).withOwnLease().open('/my?tab=device');
  await sees('理疗进行中');
  await app.advance(5 * MINUTE);
  expect(await sees('理疗进行中')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/剩余\d+分钟|预计|至09:3/);
  app.reply(readLatest, { ...RUNNING, useTime: 7 });
  await app.advance(31_000);
  expect(await sees('剩余23分钟')).toBeTruthy();
});

test('The list of devices says no remaining minutes either once the screen of the treatment has found none', async () => {
  const app = running(UNCOUNTED).withOwnLease().open('/process?sno=PL1001');
  await sees('生物电模式');
  await app.advance(3 * MINUTE);
  expect(await sees('设备没有报告已理疗的时间')).toBeTruthy();
  goTo('/my?tab=device');
  expect(await sees('理疗进行中')).toBeTruthy();
  expect(document.body.textContent).not.toMatch(/剩余\d+分钟|预计|至09:3/);
});
