import type { AbortSignalLike } from '../../ports/http.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { ApiClient } from '../api/api-client.ts';
import { listDevices } from '../device/api.ts';
import { deviceNumberOf } from '../device/device-code.ts';
import type { CurrentDevice, Visit } from '../session/visit.ts';

/** Takes somebody from a shared link to the device that it names. */
export class OpenSharedDevice {
  constructor(
    private readonly api: ApiClient,
    private readonly visit: Visit,
  ) {}

  /**
   * The link's device becomes the current one: as shared, unless the user rents it and followed the link to what is theirs. What the
   * user's list does not hold is shared by the link's word alone, and no use is deducted unasked by that.
   * Undefined where the link names no device; rejects with the Problem of the call, or with `cancelled`, and selects nothing, once the signal has aborted.
   */
  async open(link: string, signal?: AbortSignalLike): Promise<CurrentDevice | undefined> {
    const sno = deviceNumberOf(link);
    if (sno === undefined) return undefined;
    const current = this.visit.get('device');
    const known = current?.sno === sno ? current : undefined;
    if (known?.isShare) return known;
    const listed = (await this.api.call(listDevices, {})).records.find((each) => each.sno === sno);
    throwIfCancelled(signal);
    const isTheirs = listed !== undefined && listed.sharer === undefined;
    const device = { sno, orderNo: listed?.orderNo, isShare: !isTheirs, byLink: listed === undefined || undefined };
    this.visit.set('device', device);
    if (!known) this.visit.set('started', false);
    if (listed?.ownerId !== undefined) this.visit.set('operatorId', listed.ownerId);
    else if (!known) this.visit.forget('operatorId');
    return device;
  }
}
