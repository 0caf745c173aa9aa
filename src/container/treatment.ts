import { ContainerModule } from 'inversify';
import { ApiClient } from '../core/api/api-client.ts';
import { FollowDevice } from '../core/device/follow-device.ts';
import { FollowTreatment } from '../core/treatment/follow-treatment.ts';
import { StopTreatment } from '../core/treatment/stop-treatment.ts';
import { TreatmentLog } from '../core/treatment/treatment-log.ts';
import { Clock } from '../ports/clock.ts';
import { DeviceChannel } from '../ports/device-channel.ts';
import { Mutex } from '../ports/mutex.ts';
import { Reporter } from '../ports/reporter.ts';
import { classBinder } from './bind-class.ts';

export interface TreatmentAdapters {
  channel: DeviceChannel;
  mutex: Mutex;
}

/** The services that monitor and stop a treatment. */
export const treatment = ({ channel, mutex }: TreatmentAdapters) =>
  new ContainerModule((options) => {
    options.bind(DeviceChannel).toConstantValue(channel);
    options.bind(Mutex).toConstantValue(mutex);

    const bindClass = classBinder(options);
    bindClass(FollowDevice, ApiClient, DeviceChannel, Clock, Reporter);
    bindClass(FollowTreatment, ApiClient, FollowDevice, TreatmentLog, Clock, Reporter);
    bindClass(StopTreatment, ApiClient, TreatmentLog, Mutex, Clock, Reporter);
  });
