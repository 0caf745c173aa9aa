import type { AbortSignalLike } from '../../ports/http.ts';
import { throwIfCancelled } from '../cancellation.ts';
import type { Destination } from '../destination.ts';
import type { Visit } from '../session/visit.ts';
import type { LeasedDevice, NoticeReason } from './device.ts';
import type { EntryPolicy } from './entry-policy.ts';

export type OpenOutcome =
  | { kind: 'offline' }
  | { kind: 'notice'; reason: NoticeReason }
  | { kind: 'go'; destination: Destination };

/** Opens a device from the list of those on lease. */
export class OpenLeasedDevice {
  constructor(
    private readonly entryPolicy: EntryPolicy,
    private readonly visit: Visit,
  ) {}

  /** Rejects with the Problem of the call, or with `cancelled`, and selects nothing, once the signal has aborted. */
  async open(device: LeasedDevice, signal?: AbortSignalLike): Promise<OpenOutcome> {
    if (device.online === false) return { kind: 'offline' };
    const { sno } = device;
    const check = await this.entryPolicy.check(sno, this.visit.get('assist') ?? false);
    throwIfCancelled(signal);
    if (!check) return { kind: 'notice', reason: 'not-in-operation' };
    const { status, ownerId } = check;
    if (status === 'offline' || status === 'used' || status === 'locked') return { kind: 'notice', reason: status };
    this.select(device, ownerId);
    this.visit.set('started', status === 'working');
    if (status === 'working') return { kind: 'go', destination: { to: 'process', sno } };
    return { kind: 'go', destination: { to: 'mode-menu', isShare: device.sharer !== undefined } };
  }

  /** The lease is to be extended. */
  renew(device: LeasedDevice): Destination {
    this.select(device, device.ownerId);
    this.visit.set('started', false);
    this.visit.forget('plansAreFresh');
    return { to: 'lease', renewal: 'device' };
  }

  private select(device: LeasedDevice, operatorId: string | undefined): void {
    this.visit.set('device', { sno: device.sno, orderNo: device.orderNo, isShare: device.sharer !== undefined });
    if (operatorId === undefined) this.visit.forget('operatorId');
    else this.visit.set('operatorId', operatorId);
  }
}
