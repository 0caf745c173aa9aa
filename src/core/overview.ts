import { getUser } from './account/api.ts';
import type { Cloud } from './cloud/cloud.ts';
import { listDevices, listHistory } from './device/api.ts';

/** What the user's own pages ask at once. Each rejects with the Problem of its call. */
export class Overview {
  constructor(protected readonly cloud: Cloud) {}

  user = () => this.cloud.call(getUser, {});
  devices = () => this.cloud.call(listDevices, {});
  history = () => this.cloud.call(listHistory, {});
}
