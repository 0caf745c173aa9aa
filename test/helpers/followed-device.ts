import { enterPage, getDetail, readLatest } from '../../src/core/device/api.ts';
import { type DeviceSnapshot, FollowDevice } from '../../src/core/device/follow/follow-device.ts';
import { createTestApp } from './create-test-app.ts';
import { aReport, aSupply, online } from './wire.ts';

/** An app with one online device and helpers to follow it. */
export function followedDevice() {
  const core = createTestApp();
  core.http
    .reply(getDetail, online)
    .reply(readLatest, aReport({ useTime: 1 }))
    .reply(enterPage, aSupply);
  const snapshots: DeviceSnapshot[] = [];
  return {
    ...core,
    snapshots,
    last: () => snapshots.at(-1) as DeviceSnapshot,
    follow: () => core.get(FollowDevice).follow('DEV0001', (snapshot) => snapshots.push(snapshot)),
    push: (attributes: Record<string, unknown>) => core.channel.push({ kind: 'attributes', attributes }),
  };
}
