import type { AbortSignalLike } from '../../ports/http.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { ApiClient } from '../api/api-client.ts';
import { listDevices } from '../device/api.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { SelectedDevice } from '../device/device.ts';
import { deviceNumberOf } from '../device-code.ts';

/** Takes somebody from a shared link to the device that it names. */
export class OpenSharedDevice {
  constructor(
    private readonly api: ApiClient,
    private readonly current: CurrentDevice,
  ) {}

  /**
   * The link's device becomes the current one: as shared, unless the user rents it and followed the link to what is theirs. What the
   * user's list does not hold is shared by the link's word alone, and no use is deducted unasked by that.
   * Undefined where the link names no device; rejects with the Problem of the call, or with `cancelled`, and selects nothing, once the signal has aborted.
   */
  async open(link: string, signal?: AbortSignalLike): Promise<SelectedDevice | undefined> {
    const sno = deviceNumberOf(link);
    if (sno === undefined) return undefined;
    const { selected } = this.current;
    const known = selected?.sno === sno ? selected : undefined;
    if (known?.isShare) return known;
    const listed = (await this.api.call(listDevices, {})).records.find((each) => each.sno === sno);
    throwIfCancelled(signal);
    const isTheirs = listed !== undefined && listed.sharer === undefined;
    const device = { sno, orderNo: listed?.orderNo, isShare: !isTheirs, byLink: listed === undefined || undefined };
    const { operatorId, isWorking } = this.current;
    const before = known ? { operatorId, isWorking } : {};
    this.current.select(device, { ...before, operatorId: listed?.ownerId ?? before.operatorId });
    return device;
  }
}
