import { ApiClient } from '../core/api/api-client.ts';
import { CurrentDevice } from '../core/device/current-device.ts';
import { FollowDevice } from '../core/device/follow-device.ts';
import { FollowTreatment } from '../core/treatment/follow-treatment.ts';
import { StopTreatment } from '../core/treatment/stop-treatment.ts';
import { TreatmentLog } from '../core/treatment/treatment-log.ts';
import { Clock } from '../ports/clock.ts';
import { DeviceChannel } from '../ports/device-channel.ts';
import type { Made } from './made.ts';

/** Joins what a treatment is followed and stopped with. */
export function joinTreatment(made: Made, channel: DeviceChannel): void {
  const api = made.get(ApiClient);
  const current = made.get(CurrentDevice);
  const log = made.get(TreatmentLog);
  const clock = made.get(Clock);

  made.add(DeviceChannel, channel);
  const following = made.add(FollowDevice, new FollowDevice(api, channel, clock));
  made.add(FollowTreatment, new FollowTreatment(following, current, log, clock));
  made.add(StopTreatment, new StopTreatment(api, current, log, clock));
}
