import { getUser } from './account/api.ts';
import type { Cloud } from './cloud/cloud.ts';
import { getDetail, listDevices, listHistory } from './device/api.ts';

/** Questions of the screens that are there first, which decide nothing. Each rejects with the Problem of its call. */
export class Overview {
  constructor(protected readonly cloud: Cloud) {}

  user = () => this.cloud.call(getUser, {});
  devices = () => this.cloud.call(listDevices, {});
  device = (sno: string) => this.cloud.call(getDetail, { sno });
  history = () => this.cloud.call(listHistory, {});
}
