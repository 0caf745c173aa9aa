import { ContainerModule } from 'inversify';
import { ApiClient } from '../core/api/api-client.ts';
import { Configuration } from '../core/api/configuration.ts';
import { ExamineCall } from '../core/api/examine-call.ts';
import { TryChannel } from '../core/device/try-channel.ts';
import { ExamineChannel } from '../core/diagnosis/examine-channel.ts';
import { ExamineServer } from '../core/diagnosis/examine-server.ts';
import { EntryPolicy } from '../core/entry/entry-policy.ts';
import { InspectDevice } from '../core/entry/inspect-device.ts';
import { Clock } from '../ports/clock.ts';
import { DeviceChannel } from '../ports/device-channel.ts';
import { Http } from '../ports/http.ts';
import { classBinder } from './bind-class.ts';

/** The services of `doctor`, `device check` and `support`, which no screen needs. */
export const diagnosis = () =>
  new ContainerModule((options) => {
    const bindClass = classBinder(options);
    bindClass(ExamineCall, ApiClient, Clock);
    bindClass(ExamineChannel, DeviceChannel, Clock);
    bindClass(TryChannel, ApiClient, DeviceChannel, Clock);
    bindClass(InspectDevice, ApiClient, EntryPolicy, Clock);
    bindClass(ExamineServer, Http, ExamineCall, ExamineChannel, Configuration, Clock);
  });
