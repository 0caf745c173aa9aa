import { readLatest } from '../../src/core/device/api.ts';
import { AppHarness, sees } from './app-harness.tsx';

/** What a device reports that is at work: bioelectricity, the eleventh of thirty minutes over. */
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

/** Where a device is reached live. */
export const CHANNEL = {
  deviceDetailWebSocketVo: { gizDid: 'did1', gizHost: 'giz.test', gizWsPort: 80, gizWssPort: '443' },
  gizAppId: 'app',
  token: 'tok',
  uid: 'uid',
};

/** A customer whose device is at work. */
export const running = (state: object = RUNNING, deployment: object = {}) =>
  new AppHarness(deployment).withDevice().reply(readLatest, state);

/** The same, with the treatment before them. */
export async function underTreatment(app = running()): Promise<AppHarness> {
  app.open('/process?sno=PL1001');
  await sees('生物电模式');
  return app;
}
