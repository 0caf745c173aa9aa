import type { AbortSignalLike } from '../../ports/http.ts';
import { throwIfCancelled } from '../basics/cancellation.ts';
import type { Destination } from '../destination.ts';
import { availabilityOf, type LeasedDevice, type Notice } from '../device/device.ts';
import { isOnBehalf } from '../device/device-use.ts';
import { forWhomOf, renewalFor } from '../lease/lease-terms.ts';
import type { EntryPolicy } from './entry-policy.ts';

export type OpenOutcome = { kind: 'offline' } | (Notice & { sno: string }) | { kind: 'go'; destination: Destination };

/** Opens a device from the list of leased devices. */
export class OpenLeasedDevice {
  constructor(private readonly entryPolicy: EntryPolicy) {}

  /**
   * Returns the device's destination. Rejects with the Problem of the request, or with `cancelled` once the signal has
   * aborted.
   */
  async open(device: LeasedDevice, signal?: AbortSignalLike): Promise<OpenOutcome> {
    if (device.online === false) return { kind: 'offline' };
    const { sno } = device;
    const availability = availabilityOf(await this.entryPolicy.check(sno, isOnBehalf(device)));
    throwIfCancelled(signal);
    if (availability.kind === 'notice') return { ...availability, sno };
    if (availability.status === 'working') return { kind: 'go', destination: { to: 'process', sno } };
    return { kind: 'go', destination: { to: 'mode-menu', sno, isShare: device.sharer !== undefined } };
  }

  /** Returns the screen that extends this very lease. */
  renew(device: LeasedDevice): Destination {
    const { sno, assist, orderNo } = device;
    return { to: 'lease', sno, terms: renewalFor(forWhomOf(assist)), renews: isOnBehalf(device) ? orderNo : undefined };
  }
}
