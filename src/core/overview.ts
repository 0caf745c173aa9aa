import { getUser } from './account/api.ts';
import type { ApiClient } from './api/api-client.ts';
import { getDetail, listDevices, listHistory } from './device/api.ts';

/** Questions of the screens that are there first, which decide nothing. Each rejects with the Problem of its call. */
export class Overview {
  constructor(protected readonly api: ApiClient) {}

  user = () => this.api.call(getUser, {});
  devices = () => this.api.call(listDevices, {});
  device = (sno: string) => this.api.call(getDetail, { sno });
  history = () => this.api.call(listHistory, {});
}
