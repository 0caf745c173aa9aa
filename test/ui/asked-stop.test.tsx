// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { checkDevice, readLatest } from '../../src/core/device/api.ts';
import { MINUTE, SECOND } from '../../src/core/time.ts';
import { stopDevice } from '../../src/core/treatment/api.ts';
import { TreatmentLog } from '../../src/core/treatment/treatment-log.ts';
import { refused } from '../helpers/fake-server.ts';
import { type AppHarness, presses, sees } from './app-harness.tsx';
import { RUNNING, running } from './under-treatment.ts';

/** A customer who asked for the stop in the first seconds, and whose page is reloaded. */
async function reloadsWhileStopping(ago: number): Promise<AppHarness> {
  const app = running({ ...RUNNING, useTime: 0 });
  const log = new TreatmentLog(app.scope, app.clock);
  log.record({
    type: 'startTookEffect',
    treatment: { sno: 'PL1001', at: app.clock.now(), state: { function: 'bio', workMinutes: 30 }, ran: true },
  });
  log.record({ type: 'stopAsked', sno: 'PL1001' });
  await app.advance(ago);
  return app.open('/process?sno=PL1001');
}

test('A page that is reloaded after the customer asked for a stop counts on and sends it', async () => {
  const app = await reloadsWhileStopping(2 * SECOND);
  expect(await screen.findByRole('button', { name: '3秒后停止' })).toBeTruthy();
  app.reply(stopDevice, () => {
    app.reply(readLatest, { ...RUNNING, onOff: 0 }).reply(checkDevice, { ownerId: 'op1', status: 'DEVICE_USING' });
    return null;
  });
  await app.advance(3 * SECOND);
  expect(await sees('设备已停止')).toBeTruthy();
  expect(app.calls(stopDevice)).toBe(1);
});

test('A stop that was asked for minutes ago is said to be unconfirmed, with the way to stop by hand', async () => {
  const app = await reloadsWhileStopping(5 * MINUTE);
  expect(await sees('未能确认设备已停止')).toBeTruthy();
  expect(await sees('设备可能仍在运行，请按设备上的停止键')).toBeTruthy();
  expect(app.calls(stopDevice)).toBe(0);
  cleanup();
});

test('A refused stop stays on the screen with what it means and how to stop by hand', async () => {
  const app = running().reply(stopDevice, refused('500', '不行')).open('/process?sno=PL1001');
  await presses('停止理疗');
  await presses('确认');
  await waitFor(() => expect(app.calls(stopDevice)).toBe(1));
  await app.advance(10 * SECOND);
  expect(await sees('未能确认设备已停止')).toBeTruthy();
  expect(await sees('设备可能仍在运行，请按设备上的停止键')).toBeTruthy();
});
