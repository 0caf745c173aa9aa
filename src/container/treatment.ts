import { ApiClient } from '../core/api/api-client.ts';
import { FollowDevice } from '../core/device/follow-device.ts';
import { Visit } from '../core/session/visit.ts';
import { FollowTreatment } from '../core/treatment/follow-treatment.ts';
import { StopTreatment } from '../core/treatment/stop-treatment.ts';
import { Clock } from '../ports/clock.ts';
import { DeviceChannel } from '../ports/device-channel.ts';
import { Reporter } from '../ports/reporter.ts';
import type { Made } from './made.ts';

/** Joins what a treatment is followed and stopped with. */
export function joinTreatment(made: Made, channel: DeviceChannel): void {
  const api = made.get(ApiClient);
  const visit = made.get(Visit);
  const clock = made.get(Clock);
  const reporter = made.get(Reporter);

  made.add(DeviceChannel, channel);
  const following = made.add(FollowDevice, new FollowDevice(api, channel, clock, reporter));
  made.add(FollowTreatment, new FollowTreatment(following, visit, clock));
  made.add(StopTreatment, new StopTreatment(api, visit, clock, reporter));
}
