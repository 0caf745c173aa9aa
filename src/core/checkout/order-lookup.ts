import type { Clock } from '../../ports/clock.ts';
import type { CallOptions, ApiClient } from '../api/api-client.ts';
import type { Plan } from '../lease/plan.ts';
import { listCardOrders, listLeaseOrders } from '../order/api.ts';
import type { Order } from '../order/order.ts';
import type { Records } from '../paging.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../time.ts';

/** How long the user is kept waiting for the orders that the server has already. */
const ORDER_LOOKUP_TIMEOUT_MS = 3 * SECOND;
/** How old the orders may be that were asked for before the user paid. */
const PREFETCH_MAX_AGE_MS = 20 * SECOND;

/** What is to be ordered, and where. */
export interface OrderTarget {
  plan: Plan;
  sno?: string;
  operatorId?: string;
}

/** How the order of this very intent is told from others. */
export interface MatchCriteria {
  /** The numbers that were listed before the order was submitted: one that is not among them is new. Undefined where they could not be read; then an order that was there before may be meant. */
  knownNumbers?: readonly string[];
  /** The numbers of the orders of other intents. */
  claimedNumbers: readonly string[];
}

/** Asks which orders the server has already, so that none is made again. */
export class OrderLookup {
  private prefetched?: { list: string; at: number; orders: Promise<Records<Order> | Problem> };

  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
  ) {}

  /** Asks while the user still makes up their mind, so that nobody waits for it later. */
  prefetch(target: OrderTarget): void {
    this.prefetched = { list: listKey(target), at: this.clock.now(), orders: this.ask(target) };
  }

  /** The newest orders of that kind, those that were prefetched unless `afresh`; the Problem where the server does not answer within three seconds. */
  async recent(target: OrderTarget, afresh: boolean): Promise<Records<Order> | Problem> {
    const { prefetched } = this;
    this.prefetched = undefined;
    const age = prefetched && this.clock.now() - prefetched.at;
    const serves =
      !afresh && prefetched?.list === listKey(target) && age !== undefined && age >= 0 && age < PREFETCH_MAX_AGE_MS;
    const known = serves ? await prefetched.orders : undefined;
    return known === undefined || known instanceof Problem ? this.ask(target) : known;
  }

  /** The newest orders of that kind. Rejects with the Problem where the server cannot be asked. */
  async newest({ plan, operatorId }: OrderTarget, options?: CallOptions): Promise<Records<Order>> {
    if (plan.basis === 'duration') return this.api.call(listLeaseOrders, { page: 0 }, options);
    return operatorId === undefined
      ? { records: [], unreadable: 0 }
      : this.api.call(listCardOrders, { page: 0, operatorId }, options);
  }

  private ask(target: OrderTarget): Promise<Records<Order> | Problem> {
    return this.newest(target, { timeoutMs: ORDER_LOOKUP_TIMEOUT_MS }).catch(Problem.expected);
  }
}

/**
 * The order that was submitted and never answered, where it is among these: one that was not listed before, or, where nobody knows
 * what was, one to be paid at the same price. At another price only one that names the plan is meant.
 */
export function findMatchingOrder(
  orders: readonly Order[],
  { plan, sno }: OrderTarget,
  { knownNumbers, claimedNumbers }: MatchCriteria,
): Order | undefined {
  const isNew = ({ number }: Order) => knownNumbers !== undefined && !knownNumbers.includes(number);
  const isSettledByItself = ({ state }: Order) => plan.priceFen === 0 && state === 'paid';
  const meant = orders.filter((order) => {
    const isTheSame = plan.basis === 'duration' ? isSameDevice(order, sno) : order.uses === plan.amount;
    if (!isTheSame || claimedNumbers.includes(order.number)) return false;
    if (isNew(order)) return order.state === 'to-pay' || order.state === 'unknown' || isSettledByItself(order);
    return knownNumbers === undefined && order.state === 'to-pay' && namesPlan(order, plan);
  });
  const costs = ({ dueFen, amountFen }: Order) => dueFen ?? amountFen;
  return (
    meant.find((order) => costs(order) === plan.priceFen) ??
    meant.find((order) => isNew(order) && namesPlan(order, plan))
  );
}

/** Whether an order names that device; a server may write its number in either case. */
export function isSameDevice(order: Pick<Order, 'sno'>, sno: string | undefined): boolean {
  return order.sno?.toLowerCase() === sno?.toLowerCase();
}

/** The endpoint that lists orders of that kind. */
export function listOf({ plan }: OrderTarget) {
  return plan.basis === 'duration' ? listLeaseOrders : listCardOrders;
}

function listKey({ plan, operatorId }: OrderTarget): string {
  return plan.basis === 'duration' ? 'leases' : `cards of ${operatorId ?? ''}`;
}

/** Plans of one price are told apart by the number in an order's words; words without a number tell nothing. */
function namesPlan({ planName = '' }: Order, { amount }: Plan): boolean {
  const numbers: string[] = planName.match(/\d+/g) ?? [];
  return numbers.length === 0 || numbers.includes(String(amount));
}
