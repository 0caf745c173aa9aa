import type { LeaseTerms } from '../destination.ts';
import type { DeviceDetail } from '../device/device.ts';
import type { Records } from '../paging.ts';
import { ignoreFailure } from '../problem.ts';
import type { Card } from '../wallet/card.ts';

/** What the user buys a plan for, as far as it is known. */
export interface LeaseSubject {
  deviceName?: string;
  operatorName?: string;
  /** When the user's lease of the device ends; epoch ms. */
  expiresAt?: number;
}

interface Reads {
  device(sno: string): Promise<DeviceDetail>;
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
): Promise<LeaseSubject> {
  if (isForSelectedDevice(terms)) {
    const { sno } = selected;
    const detail = sno === undefined ? undefined : await reads.device(sno).catch(ignoreFailure);
    return { deviceName: detail?.name, operatorName: detail?.operatorName, expiresAt: detail?.expiresAt };
  }
  const operatorId = terms.rechargeOperatorId ?? selected.operatorId;
  const cards = await reads.cards(0).catch(ignoreFailure);
  return { operatorName: cards?.records.find((card) => card.operatorId === operatorId)?.operatorName };
}
