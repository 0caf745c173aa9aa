import { ok, sees, Shop } from './shop.tsx';

/** What a device reports that is at work: bioelectricity, the eleventh of thirty minutes over. */
export const RUNNING = { onOff: 1, function: 1, subFunction: 1, voltage: 6, freq: 1, grade: 4, workTime: 30, useTime: 11 };

/** Where a device is reached live. */
export const CHANNEL = ok({
  deviceDetailWebSocketVo: { gizDid: 'did1', gizHost: 'giz.test', gizWsPort: 80, gizWssPort: '443' },
  gizAppId: 'app',
  token: 'tok',
  uid: 'uid',
});

/** A customer whose device is at work. */
export const running = (state: object = RUNNING, deployment: object = {}) => new Shop(deployment).withDevice().server('/device/real_time_data', ok(state));

/** The same, with the treatment before them. */
export async function underTreatment(shop = running()): Promise<Shop> {
  shop.open('/process?sno=PL1001');
  await sees('生物电模式');
  return shop;
}
