import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import { throwIfCancelled } from '../basics/cancellation.ts';
import type { Destination } from '../destination.ts';
import { availabilityOf, type LeasedDevice, type Notice } from '../device/device.ts';
import { isOnBehalf, lasts } from '../device/device-use.ts';
import { forWhomOf, renewalFor } from '../lease/lease-terms.ts';
import type { EntryPolicy } from './entry-policy.ts';

export type OpenOutcome = { kind: 'offline' } | (Notice & { sno: string }) | { kind: 'go'; destination: Destination };

/** Opens a device from the list of leased devices. */
export class OpenLeasedDevice {
  constructor(
    private readonly entryPolicy: EntryPolicy,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the device's destination. Rejects with the Problem of the request, or with `cancelled` once the signal has
   * aborted.
   */
  async open(device: LeasedDevice, signal?: AbortSignalLike): Promise<OpenOutcome> {
    if (device.online === false) return { kind: 'offline' };
    const { sno } = device;
    const answer = await this.entryPolicy.check(sno, isOnBehalf(device));
    throwIfCancelled(signal);
    const availability = availabilityOf(answer);
    if (availability.kind === 'notice') return { ...availability, sno };
    if (availability.status === 'working') return { kind: 'go', destination: { to: 'process', sno } };
    // A rental that is over does not say whose the device is now.
    if (availability.status === 'using' && !lasts(device, this.clock.now())) {
      const policy = this.entryPolicy;
      const entry = await policy.evaluate(sno, isOnBehalf(device), policy.userContext(), Promise.resolve(answer));
      throwIfCancelled(signal);
      return entry.kind === 'notice' ? { ...entry, sno } : { kind: 'go', destination: entry.destination };
    }
    return { kind: 'go', destination: { to: 'mode-menu', sno, isShare: device.sharer !== undefined } };
  }

  /** Returns the screen that extends this very lease. */
  renew(device: LeasedDevice): Destination {
    const { sno, assist, orderNo } = device;
    return { to: 'lease', sno, terms: renewalFor(forWhomOf(assist)), renews: isOnBehalf(device) ? orderNo : undefined };
  }
}
