import type { Clock } from '../../../ports/clock.ts';
import { SECOND } from '../../basics/time.ts';
import type { ForWhom } from '../../destination.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { checkDevice } from '../../device/api.ts';
import { heldByOther, type HeldByOther } from '../../device/device-use.ts';
import { presentRentals, type PresentRental } from '../../lease/present-rental.ts';
import { listLeaseOrders } from '../../order/api.ts';
import type { PayableOrder } from '../../order/order.ts';
import { ignoreFailure } from '../../problem.ts';
import type { ConfirmPayment } from '../confirm/confirm-payment.ts';
import type { Holdings } from '../holdings/holdings.ts';
import type { OrdersPlacedHere } from '../orders-placed-here.ts';

/** Who has the device of an unpaid order by now, of which the user has not known at the order. */
export interface RentedSince {
  /** Another account than the order's has it, so that nobody can use what the order rents. */
  byOther?: HeldByOther | undefined;
  /** What this account rents. */
  rentals: readonly PresentRental[];
}

/** Timeout of each read, ms. It is short because the user waits to pay. */
const TIMEOUT_MS = 3 * SECOND;

/**
 * Asks who has the device of an order that was placed, or of plans that were read, a while ago, before anything is paid: what the user
 * knew at the order is not said again.
 */
export class ReadRentedSince {
  constructor(
    private readonly api: ApiClient,
    private readonly holdings: Holdings,
    private readonly confirmation: ConfirmPayment,
    private readonly placedHere: OrdersPlacedHere,
    private readonly clock: Clock,
  ) {}

  /** Says of nobody that they have it if it could not be read: then the order alone counts. */
  async read({ kind, number, sno }: PayableOrder): Promise<RentedSince> {
    if (kind !== 'lease' || sno === undefined) return { rentals: [] };
    const { byOther, rentals } = await this.ofDevice(sno, this.placedHere.forWhom(number));
    if (byOther) return { byOther: (await this.isOfThisAccount(number)) ? byOther : undefined, rentals: [] };
    const known = [number, ...this.placedHere.knownRentalsOf(number)];
    return { rentals: rentals.filter(({ orderNo }) => orderNo === undefined || !known.includes(orderNo)) };
  }

  /** The same of a device whose days are to be ordered. `forWhom`: for whom they are. */
  async ofDevice(sno: string, forWhom: ForWhom): Promise<RentedSince> {
    const assist = forWhom === 'customer';
    const [devices, check] = await Promise.all([
      this.holdings.devices({ timeoutMs: TIMEOUT_MS }).catch(ignoreFailure),
      this.api.call(checkDevice, { sno, assist }, { timeoutMs: TIMEOUT_MS }).catch(ignoreFailure),
    ]);
    if (!devices) return { rentals: [] };
    const now = this.clock.now();
    const byOther = heldByOther({ devices, check }, sno, now);
    if (!byOther) return { rentals: presentRentals(devices, sno, forWhom, now) };
    // The list may not show yet that it is this user who rents it.
    const isOrdered = (await this.confirmation.unlistedOrder(sno, undefined)) !== undefined;
    return { byOther: isOrdered ? undefined : byOther, rentals: [] };
  }

  /**
   * True if this account is known to have placed the order. An assistant's customer opens the link to pay on a phone of their own: then who has
   * the device may be that assistant, for this very customer. An unpaid order is among the newest of its account.
   */
  private async isOfThisAccount(number: string): Promise<boolean> {
    if (this.placedHere.forWhom(number) !== 'unsaid') return true;
    const newest = await this.api.call(listLeaseOrders, { page: 0 }, { timeoutMs: TIMEOUT_MS }).catch(ignoreFailure);
    return newest?.records.some((order) => order.number === number) ?? false;
  }
}
