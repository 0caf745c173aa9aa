import type { Clock } from '../../../ports/clock.ts';
import type { CallOptions, ApiClient } from '../../api/api-client.ts';
import { isSameDevice } from '../../basics/device-code.ts';
import type { Plan } from '../../lease/plan.ts';
import { listCardOrders, listLeaseOrders } from '../../order/api.ts';
import { refundedWord, type Order } from '../../order/order.ts';
import type { Records } from '../../basics/paging.ts';
import { Problem } from '../../problem.ts';
import { SECOND } from '../../basics/time.ts';

/** Timeout of the order list request; the user waits for it. */
const ORDER_LOOKUP_TIMEOUT_MS = 3 * SECOND;
/** Maximum age of a prefetched order list. */
const PREFETCH_MAX_AGE_MS = 20 * SECOND;

/** The plan to order, for a device or an operator. */
export interface OrderTarget {
  plan: Plan;
  sno?: string;
  operatorId?: string;
}

/** Criteria that distinguish the order of this intent from other orders. */
export interface MatchCriteria {
  /**
   * Order numbers listed before the submission; an order that is not among them is new. Undefined if the list was not
   * available: then an older order may match.
   */
  knownNumbers?: readonly string[];
  /** Order numbers of other intents. */
  claimedNumbers: readonly string[];
}

/** Reads the existing orders from the API, so that a repeated submission does not create a duplicate. */
export class OrderLookup {
  private prefetched?: { list: string; at: number; orders: Promise<Records<Order> | Problem> };

  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
  ) {}

  /** Requests the orders before the user confirms the plan, so that `recent` can answer without a wait. */
  prefetch(target: OrderTarget): void {
    this.prefetched = { list: listKey(target), at: this.clock.now(), orders: this.fetch(target) };
  }

  /**
   * Returns the newest orders of the target's kind: the prefetched ones, or, with `afresh`, those of a new request.
   * Resolves to the Problem if the request fails or takes longer than three seconds.
   */
  async recent(target: OrderTarget, afresh: boolean): Promise<Records<Order> | Problem> {
    const { prefetched } = this;
    this.prefetched = undefined;
    const age = prefetched && this.clock.now() - prefetched.at;
    const isUsable =
      !afresh && prefetched?.list === listKey(target) && age !== undefined && age >= 0 && age < PREFETCH_MAX_AGE_MS;
    const known = isUsable ? await prefetched.orders : undefined;
    return known === undefined || known instanceof Problem ? this.fetch(target) : known;
  }

  /** Returns the newest orders of the target's kind. Rejects with the Problem of the request. */
  async newest({ plan, operatorId }: OrderTarget, options?: CallOptions): Promise<Records<Order>> {
    if (plan.basis === 'duration') return this.api.call(listLeaseOrders, { page: 0 }, options);
    return operatorId === undefined
      ? { records: [], unreadable: 0 }
      : this.api.call(listCardOrders, { page: 0, operatorId }, options);
  }

  private fetch(target: OrderTarget): Promise<Records<Order> | Problem> {
    return this.newest(target, { timeoutMs: ORDER_LOOKUP_TIMEOUT_MS }).catch(Problem.expected);
  }
}

/**
 * Finds the order of a submission whose response was lost. An order that is not in `knownNumbers` matches at the same
 * price. If `knownNumbers` is undefined, only an unpaid order that names the plan matches. At another price, the order
 * has to name the plan, too; the user is asked before the payment.
 */
export function findMatchingOrder(
  orders: readonly Order[],
  { plan, sno }: OrderTarget,
  { knownNumbers, claimedNumbers }: MatchCriteria,
): Order | undefined {
  const isNew = ({ number }: Order) => knownNumbers !== undefined && !knownNumbers.includes(number);
  const isSettledByItself = ({ state }: Order) => plan.priceFen === 0 && state === 'paid';
  const candidates = orders.filter((order) => {
    const isSameTarget = plan.basis === 'duration' ? isSameDevice(order.sno, sno) : usesFit(order, plan) === 'yes';
    if (!isSameTarget || claimedNumbers.includes(order.number) || refundedWord(order) !== undefined) return false;
    if (isNew(order)) return order.state === 'to-pay' || order.state === 'unknown' || isSettledByItself(order);
    return knownNumbers === undefined && order.state === 'to-pay' && namesPlan(order, plan);
  });
  return (
    candidates.find((order) => priceOf(order) === plan.priceFen) ?? candidates.find((order) => namesPlan(order, plan))
  );
}

/**
 * Whether the uses of a card order can be those of a plan. A plan states the uses that are sold, an order those that it
 * gave, which include bonus uses: more of them fit at one of the `prices` of the purchase, fewer never do.
 */
export function usesFit(order: Order, plan: Plan, prices = [plan.priceFen]): 'yes' | 'no' | 'unsaid' {
  const { uses } = order;
  const price = priceOf(order);
  if (uses === undefined) return 'unsaid';
  if (uses <= plan.amount) return uses === plan.amount ? 'yes' : 'no';
  if (price === undefined) return 'unsaid';
  return prices.includes(price) ? 'yes' : 'no';
}

function priceOf({ dueFen, amountFen }: Order): number | undefined {
  return dueFen ?? amountFen;
}

/** The list endpoint for the target's kind of order. */
export function listOf({ plan }: OrderTarget) {
  return plan.basis === 'duration' ? listLeaseOrders : listCardOrders;
}

function listKey({ plan, operatorId }: OrderTarget): string {
  return plan.basis === 'duration' ? 'leases' : `cards of ${operatorId ?? ''}`;
}

/**
 * Compares the plan's amount with the numbers in the order's plan name. A plan name without a number matches every
 * plan.
 */
function namesPlan({ planName = '' }: Order, { amount }: Plan): boolean {
  const numbers: string[] = planName.match(/\d+/g) ?? [];
  return numbers.length === 0 || numbers.includes(String(amount));
}
