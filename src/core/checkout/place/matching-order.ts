import { isSameDevice } from '../../basics/device-code.ts';
import { PAGE_SIZE, type Records } from '../../basics/paging.ts';
import type { Plan } from '../../lease/plan.ts';
import { amountDueOf, refundedWord, soldBy, type Order, type PayableOrder } from '../../order/order.ts';
import { intentsOf, orderOf, type OrderIntent } from '../records/purchase.ts';
import type { Purchases } from '../records/purchases.ts';
import { intentOf, isOtherWish, type OrderRequest, type OrderTarget } from './order-request.ts';

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

/**
 * The order of a request whose response was lost, as it is to be paid, if it is among the listed ones. `attempts`: those
 * of the purchase. An order that was paid before them, and whose status is unknown now, is that of an earlier purchase,
 * even if an unreadable row has hidden it from `knownNumbers`.
 */
export function findLostOrder(
  orders: readonly Order[],
  request: OrderRequest,
  { knownNumbers, attempts }: { knownNumbers: readonly string[] | undefined; attempts: readonly OrderIntent[] },
  purchases: Purchases,
): { order: PayableOrder; state: 'to-pay' | 'unknown' } | undefined {
  const claimedNumbers = purchases.numbersOfOthers(intentOf(request));
  const isPaidEarlier = (order: Order) =>
    order.state === 'unknown' &&
    purchases.ofOrder(order)?.state === 'paid' &&
    !wasPaidSince(order, attempts, purchases);
  const candidates = orders.filter((order) => !isPaidEarlier(order));
  const lost = findMatchingOrder(candidates, request, { knownNumbers, claimedNumbers });
  if (!lost) return undefined;
  const { plan, sno, operatorId } = request;
  const amountFen = amountDueOf(lost) ?? (plan.priceFen === 0 ? 0 : undefined);
  return {
    order: { kind: lost.kind, number: lost.number, amountFen, sno, operatorId },
    state: lost.state === 'unknown' ? 'unknown' : 'to-pay',
  };
}

/** True if the server has reused the order number for another purchase, for example after a data reset. */
export function isOther(found: Order, placed: PayableOrder, { plan, sno }: OrderRequest): boolean {
  const prices = [plan.priceFen, placed.amountFen ?? plan.priceFen];
  return plan.basis === 'duration'
    ? found.sno !== undefined && !isSameDevice(found.sno, sno)
    : usesFit(found, plan, prices) === 'no';
}

/** What was listed before an order was asked for. */
export interface ListedBefore {
  /** Order numbers listed before the first request; undefined if the list was not available. */
  knownNumbers: readonly string[] | undefined;
  /** The newest orders before this request; undefined if the list was not available. */
  listed: Records<Order> | undefined;
}

/**
 * The order that the server has named, if it has returned an earlier one in place of a new one, for something or somebody else.
 * Of one that this phone did not place, only its row tells what it sells.
 */
export function orderOfAnotherWish(
  named: PayableOrder,
  request: OrderRequest,
  { knownNumbers, listed }: ListedBefore,
  purchases: Purchases,
): PayableOrder | undefined {
  const row = listed?.records.find(({ number }) => number === named.number);
  const claimant = purchases.ofOrder(named);
  const wishes = claimant ? intentsOf(claimant) : [];
  if (!claimant || wishes.length === 0) {
    const wasThere = knownNumbers?.includes(named.number) === true && row?.state === 'to-pay';
    return wasThere && sellsOther(row, request) ? named : undefined;
  }
  // A server with reset data assigns order numbers again.
  const isListWhole = listed !== undefined && listed.unreadable === 0 && listed.records.length < PAGE_SIZE;
  const isReset = isListWhole && !row && !purchases.mayBeUnlisted(named);
  const isOther = wishes.every((each) => isOtherWish(each, intentOf(request)));
  return isOther && !isReset ? orderOf(claimant) : undefined;
}

/** True if an order is certainly of another plan: it sells other days or uses, or those of another device. */
function sellsOther(order: Order, { plan, sno }: OrderTarget): boolean {
  if (plan.basis === 'uses') return usesFit(order, plan) === 'no';
  const sold = soldBy(order.planName ?? '');
  const isOfOtherDays = sold !== undefined && sold.unit === plan.unit && sold.amount !== plan.amount;
  return isOfOtherDays || (order.sno !== undefined && !isSameDevice(order.sno, sno));
}

/**
 * True if the server has reported the order as paid since the first of these attempts to order it. Paid before, it is
 * another order: a server with reset data assigns order numbers again.
 */
export function wasPaidSince(
  order: Pick<PayableOrder, 'number'>,
  attempts: readonly OrderIntent[],
  purchases: Purchases,
): boolean {
  const known = purchases.ofOrder(order);
  const paidAt = known?.state === 'paid' ? known.reportedAt : undefined;
  return paidAt !== undefined && attempts.some(({ triedAt }) => triedAt <= paidAt);
}

function priceOf({ dueFen, amountFen }: Order): number | undefined {
  return dueFen ?? amountFen;
}

/**
 * Compares the plan's amount with the numbers in the order's plan name. A plan name without a number matches every
 * plan.
 */
function namesPlan({ planName = '' }: Order, { amount }: Plan): boolean {
  const numbers: string[] = planName.match(/\d+/g) ?? [];
  return numbers.length === 0 || numbers.includes(String(amount));
}
