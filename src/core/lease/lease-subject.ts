import type { LeaseTerms, Renewal } from '../destination.ts';
import type { DeviceDetail, LeasedDevice } from '../device/device.ts';
import { leaseIn } from '../device/device-use.ts';
import type { Records } from '../paging.ts';
import { ignoreFailure } from '../problem.ts';
import type { Card } from '../wallet/card.ts';

/** What the user buys a plan for, as far as it is known. */
export interface LeaseSubject {
  deviceName?: string;
  operatorName?: string;
  /** Undefined if the user's list shows no lease to renew: the plan then begins now. */
  renewal?: Renewal | undefined;
  /** When the user's lease of the device ends, as their list shows it; epoch ms. */
  expiresAt?: number;
}

interface Reads {
  device(sno: string): Promise<DeviceDetail>;
  devices(): Promise<Records<LeasedDevice>>;
  cards(page: number): Promise<Records<Card>>;
}

/** True if the purchase is for the selected device; false if it recharges a card. */
export function isForSelectedDevice({ renewal, rechargeOperatorId }: LeaseTerms): boolean {
  return rechargeOperatorId === undefined && renewal !== 'card';
}

/** Reads the names of the device and its shop, or of the card's shop. A failed read leaves them unknown. */
export async function readSubject(
  reads: Reads,
  terms: LeaseTerms,
  selected: { sno: string | undefined; operatorId: string | undefined },
  now: number,
): Promise<LeaseSubject> {
  if (isForSelectedDevice(terms)) {
    const { sno } = selected;
    if (sno === undefined) return { renewal: terms.renewal };
    const [detail, lease] = await Promise.all([
      reads.device(sno).catch(ignoreFailure),
      terms.renewal === 'device' ? leaseToRenew(reads, { sno, assist: terms.assist ?? false }, now) : {},
    ]);
    return { deviceName: detail?.name, operatorName: detail?.operatorName, ...lease };
  }
  const operatorId = terms.rechargeOperatorId ?? selected.operatorId;
  const cards = await reads.cards(0).catch(ignoreFailure);
  return {
    renewal: terms.renewal,
    operatorName: cards?.records.find((card) => card.operatorId === operatorId)?.operatorName,
  };
}

/** /device/detail may name the end of somebody else's lease: only the user's list says which is theirs. */
async function leaseToRenew(
  reads: Pick<Reads, 'devices'>,
  device: { sno: string; assist: boolean },
  now: number,
): Promise<Pick<LeaseSubject, 'renewal' | 'expiresAt'>> {
  const devices = await reads.devices().catch(ignoreFailure);
  const lease = devices && leaseIn(devices, device, now);
  const isNone = devices?.unreadable === 0 && lease === undefined;
  return { renewal: isNone ? undefined : 'device', expiresAt: lease?.expiresAt };
}
