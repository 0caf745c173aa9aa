import type { LeaseTerms } from '../destination.ts';
import type { DeviceDetail, LeasedDevice } from '../device/device.ts';
import { hasUnclearRow, leaseToRenew } from '../device/device-use.ts';
import type { Records } from '../paging.ts';
import { ignoreFailure } from '../problem.ts';
import type { Card } from '../wallet/card.ts';
import type { PresentLease } from './plan-terms.ts';

/** What the user buys a plan for, as far as it is known. */
export interface LeaseSubject {
  deviceName?: string;
  operatorName?: string;
  /**
   * The terms as the user's list shows them: a renewal only of a lease that is there, and for whom it is. Those of the
   * address if the list could not be read.
   */
  terms: LeaseTerms;
  /** The lease that these terms extend; undefined if not known. */
  lease?: PresentLease;
}

interface Reads {
  device(sno: string): Promise<DeviceDetail>;
  devices(): Promise<Records<LeasedDevice>>;
  allCards(): Promise<Records<Card>>;
}

/** True if the purchase is for a device; false if it recharges a card. */
export function isForDevice({ renewal, rechargeOperatorId }: LeaseTerms): boolean {
  return rechargeOperatorId === undefined && renewal !== 'card';
}

/** Reads the device, its shop and the lease to extend, or the card's shop. A failed read leaves them unknown. */
export async function readSubject(
  reads: Reads,
  terms: LeaseTerms,
  { sno, operatorId }: { sno: string | undefined; operatorId: string | undefined },
): Promise<LeaseSubject> {
  if (!isForDevice(terms)) {
    const seller = terms.rechargeOperatorId ?? operatorId;
    const cards = await reads.allCards().catch(ignoreFailure);
    return { terms, operatorName: cards?.records.find((card) => card.operatorId === seller)?.operatorName };
  }
  if (sno === undefined) return { terms };
  const [detail, devices] = await Promise.all([
    reads.device(sno).catch(ignoreFailure),
    reads.devices().catch(ignoreFailure),
  ]);
  const names = { deviceName: detail?.name, operatorName: detail?.operatorName };
  const lease = devices && leaseToRenew(devices, sno, terms.assist);
  if (lease) {
    const { assist, expiresAt } = lease;
    return { ...names, terms: { ...terms, renewal: 'device', assist }, lease: { kind: 'listed', expiresAt } };
  }
  if (!devices || devices.unreadable > 0) return { ...names, terms };
  return {
    ...names,
    terms: { ...terms, renewal: undefined, assist: terms.assist ?? false },
    lease: hasUnclearRow(devices, sno) ? undefined : { kind: 'none' },
  };
}
