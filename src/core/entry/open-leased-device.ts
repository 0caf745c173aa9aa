import type { AbortSignalLike } from '../../ports/http.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { Destination } from '../destination.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import { availabilityOf, type LeasedDevice, type NoticeReason } from '../device/device.ts';
import { renewalOf } from '../lease/lease-terms.ts';
import type { EntryPolicy } from './entry-policy.ts';

export type OpenOutcome =
  | { kind: 'offline' }
  | { kind: 'notice'; reason: NoticeReason; sno: string }
  | { kind: 'go'; destination: Destination };

/** Opens a device from the list of leased devices. */
export class OpenLeasedDevice {
  constructor(
    private readonly entryPolicy: EntryPolicy,
    private readonly current: CurrentDevice,
  ) {}

  /**
   * Selects the device and returns its destination. Rejects with the Problem of the request. Rejects with `cancelled`,
   * and selects nothing, once the signal has aborted.
   */
  async open(device: LeasedDevice, signal?: AbortSignalLike): Promise<OpenOutcome> {
    if (device.online === false) return { kind: 'offline' };
    const { sno } = device;
    const availability = availabilityOf(await this.entryPolicy.check(sno, device.assist ?? false));
    throwIfCancelled(signal);
    if (availability.kind === 'notice') return { ...availability, sno };
    const { status, ownerId } = availability;
    this.select(device, ownerId, status === 'working');
    if (status === 'working') return { kind: 'go', destination: { to: 'process', sno } };
    return { kind: 'go', destination: { to: 'mode-menu', sno, isShare: device.sharer !== undefined } };
  }

  /** Returns the screen that extends this very lease. */
  renew(device: LeasedDevice): Destination {
    this.select(device, device.ownerId, false);
    return { to: 'lease', sno: device.sno, terms: renewalOf(device) };
  }

  private select({ sno, orderNo, sharer }: LeasedDevice, operatorId: string | undefined, isWorking: boolean): void {
    this.current.select({ sno, orderNo, isShare: sharer !== undefined }, { operatorId, isWorking });
  }
}
