import { isSameDevice } from '../../basics/device-code.ts';
import type { Plan } from '../../lease/plan.ts';
import { refundedWord, type Order } from '../../order/order.ts';

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

/**
 * Compares the plan's amount with the numbers in the order's plan name. A plan name without a number matches every
 * plan.
 */
function namesPlan({ planName = '' }: Order, { amount }: Plan): boolean {
  const numbers: string[] = planName.match(/\d+/g) ?? [];
  return numbers.length === 0 || numbers.includes(String(amount));
}
