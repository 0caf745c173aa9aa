import type { Clock } from '../../../ports/clock.ts';
import { SECOND } from '../../basics/time.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { checkDevice } from '../../device/api.ts';
import { deviceUseIn, heldByOther, type HeldByOther } from '../../device/device-use.ts';
import { listLeaseOrders } from '../../order/api.ts';
import type { PayableOrder } from '../../order/order.ts';
import { ignoreFailure } from '../../problem.ts';
import type { ConfirmPayment } from '../confirm/confirm-payment.ts';
import type { Holdings } from '../holdings/holdings.ts';
import type { OrdersPlacedHere } from '../orders-placed-here.ts';

/**
 * Who has the device of an unpaid order by now. `by-other`: another account than the order's, so that nobody can use what it rents.
 * `for-customer`: this account, for a customer and by another order, which the payment may extend.
 */
export type RentedSince = { kind: 'by-other'; reason: HeldByOther } | { kind: 'for-customer'; rental: OrderedRental };

/** A rental by the number of its order. */
export interface OrderedRental {
  orderNo: string;
  /** Epoch ms; undefined if not known. */
  expiresAt: number | undefined;
  /** False if this phone does not know for whom the unpaid order is: it may extend the rental. */
  isSure: boolean;
}

/** Timeout of each read, ms. It is short because the user waits to pay. */
const TIMEOUT_MS = 3 * SECOND;

/** Asks who rents the device of an order that was placed a while ago, before it is paid: what the user knew then is not said again. */
export class ReadRentedSince {
  constructor(
    private readonly api: ApiClient,
    private readonly holdings: Holdings,
    private readonly confirmation: ConfirmPayment,
    private readonly placedHere: OrdersPlacedHere,
    private readonly clock: Clock,
  ) {}

  /** Returns undefined if nobody does, or this user, or if it could not be read: then the order alone counts. */
  async read({ kind, number, sno }: PayableOrder): Promise<RentedSince | undefined> {
    if (kind !== 'lease' || sno === undefined) return undefined;
    const forWhom = this.placedHere.forWhom(number);
    const assist = forWhom === 'customer';
    const [devices, check] = await Promise.all([
      this.holdings.devices({ timeoutMs: TIMEOUT_MS }).catch(ignoreFailure),
      this.api.call(checkDevice, { sno, assist }, { timeoutMs: TIMEOUT_MS }).catch(ignoreFailure),
    ]);
    if (!devices) return undefined;
    const now = this.clock.now();
    const reason = heldByOther({ devices, check }, sno, now);
    if (reason) {
      // The list may not show yet that it is this user who rents it.
      const isOrdered = (await this.confirmation.unlistedOrder(sno, undefined)) !== undefined;
      return !isOrdered && (await this.isOfThisAccount(number)) ? { kind: 'by-other', reason } : undefined;
    }
    const { kind: use, device } = deviceUseIn(devices, sno, now);
    if (use !== 'on-behalf' || forWhom === 'self') return undefined;
    const { orderNo, expiresAt } = device;
    const isKnown = orderNo === number || orderNo === this.placedHere.extendedOrderOf(number);
    return orderNo === undefined || isKnown
      ? undefined
      : { kind: 'for-customer', rental: { orderNo, expiresAt, isSure: forWhom === 'customer' } };
  }

  /**
   * True if this account has placed the order. An assistant's customer opens the link to pay on a phone of their own: then who has
   * the device may be that assistant, for this very customer. An unpaid order is among the newest of its account.
   */
  private async isOfThisAccount(number: string): Promise<boolean> {
    if (this.placedHere.forWhom(number) !== 'unsaid') return true;
    const newest = await this.api.call(listLeaseOrders, { page: 0 }, { timeoutMs: TIMEOUT_MS }).catch(ignoreFailure);
    return newest?.records.some((order) => order.number === number) ?? false;
  }
}
