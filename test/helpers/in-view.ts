import { FollowDevice, type DeviceSnapshot } from '../../src/core/device/follow-device.ts';
import { coreOnFakes } from './core-on-fakes.ts';
import { aReport, aSupply, done, online } from './wire.ts';

export const DETAIL = '/device/detail';
export const LATEST = '/device/real_time_data';
export const SUPPLY = '/device/intoDevicePage';

/** A device that can be looked at. */
export function inView() {
  const core = coreOnFakes();
  core.http.answers(DETAIL, online).answers(LATEST, aReport({ useTime: 1 })).answers(SUPPLY, done(aSupply));
  const told: DeviceSnapshot[] = [];
  return {
    ...core,
    told,
    last: () => told.at(-1) as DeviceSnapshot,
    follow: () => core.get(FollowDevice).follow('DEV0001', (snapshot) => told.push(snapshot)),
    push: (attributes: Record<string, unknown>) => core.channel.push({ kind: 'attributes', attributes }),
  };
}
