import { useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { throwIfCancelled } from '../../../core/basics/cancellation.ts';
import { isWithin, MINUTE } from '../../../core/basics/time.ts';
import { ReadRentedSince } from '../../../core/checkout/pay/rented-since.ts';
import type { LeaseTerms } from '../../../core/destination.ts';
import { readSubject, type LeaseSubject } from '../../../core/lease/lease-subject.ts';
import { saysForWhom } from '../../../core/lease/lease-terms.ts';
import { wereTold, type PresentRental } from '../../../core/lease/present-rental.ts';
import type { PlanBasis } from '../../../core/lease/plan.ts';
import { Queries } from '../../../core/queries.ts';
import { leaseTermsOf, renewedOrderIn } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { useScreenSignal } from '../../parts/hooks/use-screen-signal.ts';
import { useLoad } from '../../parts/hooks/use-task.ts';

/** How long an answer to who rents the device counts as what is so; without a younger one, it is asked before a payment. */
const RENTAL_LASTS_MS = MINUTE;

interface ShownSubject {
  subject: LeaseSubject;
  /** The list of devices may lack what was ordered for the device. */
  isOutdated: boolean;
  /** The rentals to tell of: all but the one that was to be renewed, or that is of an order of this screen. */
  present: readonly PresentRental[];
  busy: boolean;
  restart(): Promise<void>;
  /**
   * False if, since the screen has said who rents the device, somebody else has it or another rental of it has begun. Uses extend no
   * rental. Rejects with `cancelled` if the screen has closed.
   */
  isRentedAsSaid(basis: PlanBasis): Promise<boolean>;
}

/**
 * What the plans of the screen are for. `ordered`: the numbers of the orders that were placed on it. The caller must be an observer.
 */
export function useLeaseSubject(
  sno: string | undefined,
  terms: LeaseTerms,
  ordered: ReadonlySet<string>,
): ShownSubject {
  const { payments, time } = useApplication();
  const queries = useService(Queries);
  const rentedSince = useService(ReadRentedSince);
  const signal = useScreenSignal();
  const [query] = useSearchParams();
  const freshness = String(payments.freshness);
  const known = useRef<LeaseSubject>(undefined);
  const load = useLoad(async () => {
    const askedAt = time.now();
    known.current = await readSubject(queries, terms, { sno, operatorId: undefined }, askedAt, known.current);
    return { read: known.current, askedAt };
  }, freshness);
  const { read: subject = { terms }, askedAt } = load.result ?? {};
  const toldOf = (rentals: readonly PresentRental[]) =>
    rentals.filter((rental) => !isRenewedHere(query, rental, ordered));
  const present = toldOf(subject.present ?? []);
  return {
    subject,
    isOutdated: sno !== undefined && askedAt !== undefined && payments.isUnlisted({ sno }, askedAt),
    present,
    busy: load.busy,
    restart: () => load.restart(freshness),
    isRentedAsSaid: async (basis) => {
      if (sno === undefined || basis === 'uses' || !saysForWhom(subject.terms)) return true;
      const {
        terms: { forWhom },
        rentalsReadAt,
      } = subject;
      if (rentalsReadAt !== undefined && isWithin(RENTAL_LASTS_MS, rentalsReadAt, time.now())) return true;
      const since = await rentedSince.ofDevice(sno, forWhom).finally(() => throwIfCancelled(signal));
      return since.byOther === undefined && wereTold(toldOf(since.rentals), present);
    },
  };
}

/** True if the rental of this order was to be renewed, or is what was bought on this screen. */
function isRenewedHere(
  query: URLSearchParams,
  { orderNo, assist, effect }: PresentRental,
  bought: ReadonlySet<string>,
): boolean {
  if (orderNo !== undefined && bought.has(orderNo)) return true;
  // Of a row that says neither for whom it is nor its order, nobody can say that it is the renewed one.
  const isNamed = orderNo !== undefined || assist !== undefined;
  if (effect === 'leaves' || !isNamed) return false;
  return leaseTermsOf(query).renewal === 'device' && renewedOrderIn(query) === orderNo;
}
