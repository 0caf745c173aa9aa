import type { AbortSignalLike } from '../../ports/http.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { ApiClient } from '../api/api-client.ts';
import { listDevices } from '../device/api.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { SelectedDevice } from '../device/device.ts';
import { deviceNumberOf } from '../device-code.ts';

/** Opens the device of a shared link. */
export class OpenSharedDevice {
  constructor(
    private readonly api: ApiClient,
    private readonly current: CurrentDevice,
  ) {}

  /**
   * Selects the link's device. The device counts as shared, unless the user rents it. If the user's list does not
   * contain the device, only the link marks it as shared; then no use is deducted without a confirmation. Resolves to
   * undefined if the link names no device. Rejects with the Problem of the request. Rejects with `cancelled`, and
   * selects nothing, once the signal has aborted.
   */
  async open(link: string, signal?: AbortSignalLike): Promise<SelectedDevice | undefined> {
    const sno = deviceNumberOf(link);
    if (sno === undefined) return undefined;
    const { selected } = this.current;
    const known = selected?.sno === sno ? selected : undefined;
    if (known?.isShare) return known;
    const listed = (await this.api.call(listDevices, {})).records.find((each) => each.sno === sno);
    throwIfCancelled(signal);
    const isOwnLease = listed !== undefined && listed.sharer === undefined;
    const device = { sno, orderNo: listed?.orderNo, isShare: !isOwnLease, byLink: listed === undefined || undefined };
    const { operatorId, isWorking } = this.current;
    const before = known ? { operatorId, isWorking } : {};
    this.current.select(device, { ...before, operatorId: listed?.ownerId ?? before.operatorId });
    return device;
  }
}
