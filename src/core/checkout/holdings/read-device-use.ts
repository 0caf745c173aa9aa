import type { Clock } from '../../../ports/clock.ts';
import type { ApiClient, CallOptions } from '../../api/api-client.ts';
import { DEVICE_LIST, type Holdings } from './holdings.ts';
import type { SaidTerms } from '../../destination.ts';
import { requireWhole } from '../../basics/paging.ts';
import { checkDevice } from '../../device/api.ts';
import { Problem } from '../../problem.ts';
import type { DeviceCheck, LeasedDevice } from '../../device/device.ts';
import { deviceUseIn, leaseToRenew, type DeviceUse } from '../../device/device-use.ts';

/** Call it where it decides that no row shows the device. Throws `parse` if a row that cannot be read may be the device's. */
export function requireListed(use: DeviceUse): void {
  if (use.kind === 'none') requireWhole(use, DEVICE_LIST);
}

/** Call it where the operator decides. Throws `parse` if the check does not name it: whose treatment runs is known without. */
export function requireOperator({ ownerId }: DeviceCheck): string {
  const { name: call } = checkDevice;
  if (ownerId === undefined) throw new Problem('parse', { call, message: `${call}: ownerId is missing` });
  return ownerId;
}

/** Asks the server how this user may use a device. */
export class ReadDeviceUse {
  constructor(
    private readonly api: ApiClient,
    private readonly holdings: Holdings,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads the list and finds the device in it. Rejects with the Problem of the request. `none` may be a row that cannot
   * be read; call `requireListed` where that decides.
   */
  async read(sno: string): Promise<DeviceUse> {
    return deviceUseIn(await this.holdings.devices(), sno, this.clock.now());
  }

  /** Reads the user's own lease. Rejects with `parse` if it may be an unreadable row. */
  async ownLease(sno: string): Promise<LeasedDevice | undefined> {
    const use = await this.read(sno);
    requireListed(use);
    return use.kind === 'own' ? use.device : undefined;
  }

  /**
   * Reads the lease that a renewal extends, as `leaseToRenew` does. Rejects with `parse` if it may be an unreadable row.
   */
  async leaseToRenew(
    sno: string,
    forWhom: SaidTerms['forWhom'],
    options?: CallOptions,
  ): Promise<LeasedDevice | undefined> {
    const listed = await this.holdings.devices(options);
    const lease = leaseToRenew(listed, sno, forWhom);
    if (!lease) requireWhole(listed, DEVICE_LIST);
    return lease;
  }

  /** The operator of the device, who sells its use: from the row, or from the check where the row names none. */
  async operatorOf(sno: string, use?: DeviceUse): Promise<string> {
    const listed = use && (use.kind === 'none' ? use.ended : use.device);
    return listed?.ownerId ?? requireOperator(await this.api.call(checkDevice, { sno, assist: false }));
  }
}
