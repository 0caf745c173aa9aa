import type { User } from '../account/user.ts';
import type { ForWhom, LeaseTerms } from '../destination.ts';
import type { DeviceCheck, DeviceDetail, LeasedDevice } from '../device/device.ts';
import {
  hasUnclearRow,
  heldByOther,
  lasts,
  leaseToRenew,
  listedForWhom,
  mayBeHeldByOther,
  type HeldByOther,
} from '../device/device-use.ts';
import type { Records } from '../basics/paging.ts';
import { ignoreFailure } from '../problem.ts';
import type { Card } from '../wallet/card.ts';
import { saysForWhom } from './lease-terms.ts';
import type { PresentLease } from './plan-terms.ts';
import { presentRentals, type PresentRental } from './present-rental.ts';

/** What the user buys a plan for, as far as it is known. */
export interface LeaseSubject {
  deviceName?: string;
  operatorName?: string;
  /**
   * The terms as the user's list shows them: a renewal only of a lease that is there, and for whom it is. Still `unsaid`
   * if the user has to be asked for whom.
   */
  terms: LeaseTerms;
  /** The lease that these terms extend; undefined if not known. */
  lease?: PresentLease;
  /** The rentals of the device that last and may be another person's than the plan's; undefined if not known. */
  present?: readonly PresentRental[] | undefined;
  /** Somebody else has the device: no days of it can be bought. */
  heldByOther?: HeldByOther | undefined;
  /** When the server was last asked who has and who rents the device, and answered both; epoch ms. */
  rentalsReadAt?: number | undefined;
}

interface Reads {
  user(): Promise<User>;
  device(sno: string): Promise<DeviceDetail>;
  check(sno: string, assist: boolean): Promise<DeviceCheck>;
  devices(): Promise<Records<LeasedDevice>>;
  allCards(): Promise<Records<Card>>;
}

/** True if the purchase is for a device; false if it recharges a card. */
export function leasesDevice({ renewal, rechargeOperatorId }: LeaseTerms): boolean {
  return rechargeOperatorId === undefined && renewal !== 'card';
}

/**
 * Reads the device, its shop and the lease to extend, or the card's shop. `known`: what was read for the same terms before,
 * which a failed read leaves as it was, all but the lease: its end may have changed since.
 */
export async function readSubject(
  reads: Reads,
  terms: LeaseTerms,
  { sno, operatorId }: { sno: string | undefined; operatorId: string | undefined },
  now: number,
  known: LeaseSubject = { terms },
): Promise<LeaseSubject> {
  if (!leasesDevice(terms)) {
    const seller = terms.rechargeOperatorId ?? operatorId;
    const cards = await reads.allCards().catch(ignoreFailure);
    const card = cards ? cards.records.find((each) => each.operatorId === seller) : known;
    return { terms, operatorName: card?.operatorName };
  }
  if (sno === undefined) return { terms };
  const [detail, devices, check] = await Promise.all([
    reads.device(sno).catch(ignoreFailure),
    reads.devices().catch(ignoreFailure),
    // The entry has asked as well, but perhaps long ago: neither a reload nor the way back leads through it.
    reads.check(sno, terms.forWhom === 'customer').catch(ignoreFailure),
  ]);
  const read = { devices, check };
  const isRead = devices !== undefined && check !== undefined;
  const wasByOther = !isRead && mayBeHeldByOther(read, sno, now) ? known.heldByOther : undefined;
  const byOther = heldByOther(read, sno, now) ?? wasByOther;
  const facts = {
    deviceName: detail ? detail.name : known.deviceName,
    operatorName: (detail ?? known).operatorName,
    heldByOther: byOther,
    rentalsReadAt: isRead ? now : known.rentalsReadAt,
  };
  const forWhom = saysForWhom(terms) ? terms.forWhom : await readForWhom(reads, devices, sno, now, known.terms.forWhom);
  const said = { ...terms, forWhom };
  if (!devices) return { ...facts, present: known.present?.filter((each) => lasts(each, now)), terms: said };
  if (!saysForWhom(said)) return { ...facts, terms: said };
  const lease = leaseToRenew(devices, sno, said.forWhom);
  const subject = { ...facts, present: presentRentals(devices, sno, said.forWhom, now) };
  if (lease)
    return {
      ...subject,
      terms: { ...said, renewal: 'device' },
      lease: { kind: 'listed', expiresAt: lease.expiresAt },
    };
  if (devices.unreadable > 0) return { ...subject, terms: said };
  return {
    ...subject,
    terms: { ...said, renewal: undefined },
    lease: hasUnclearRow(devices, sno) ? undefined : { kind: 'none' },
  };
}

/**
 * Where the list has no word about the device, only an assistant can rent it for somebody else. Where it cannot be read, its
 * last word counts, which is `known`.
 */
async function readForWhom(
  reads: Reads,
  devices: Records<LeasedDevice> | undefined,
  sno: string,
  now: number,
  known: ForWhom,
): Promise<ForWhom> {
  const listed = devices && listedForWhom(devices, sno, now);
  if (listed) return listed;
  const user = await reads.user().catch(ignoreFailure);
  if (user?.assist === false) return 'self';
  return devices ? 'unsaid' : known;
}
