import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { checkDevice, enterPage, readLatest } from '../../src/core/device/api.ts';
import { AppHarness, sees } from './app-harness.tsx';

/** The report of a running device: bio-electricity, 11 of 30 minutes used. */
export const RUNNING = {
  onOff: 1,
  function: 1,
  subFunction: 1,
  voltage: 6,
  freq: 1,
  grade: 4,
  workTime: 30,
  useTime: 11,
};

/** The server calls the device working for this customer. */
export const WORKS = { ownerId: 'op1', status: 'DEVICE_WORKING' };

/** The response that names the channel of a device. */
export const CHANNEL = {
  deviceDetailWebSocketVo: { gizDid: 'did1', gizHost: 'giz.test', gizWsPort: 80, gizWssPort: '443' },
  gizAppId: 'app',
  token: 'tok',
  uid: 'uid',
};

/** A customer whose device runs. */
export const running = (state: object = RUNNING, deployment: object = {}) =>
  new AppHarness(deployment).withDevice().reply(readLatest, state).reply(checkDevice, WORKS);

/** Opens the treatment screen and waits until it shows the mode. */
export async function underTreatment(app = running()): Promise<AppHarness> {
  app.open('/process?sno=PL1001');
  await sees('生物电模式');
  return app;
}

/** Opens the treatment screen and waits until the channel of its device is open. */
export async function withChannel(app = running()): Promise<AppHarness> {
  app.reply(enterPage, CHANNEL).open('/process?sno=PL1001');
  await screen.findByRole('button', { name: '停止理疗' });
  await waitFor(() => expect(app.channel.openConnections).toBe(1));
  return app;
}
