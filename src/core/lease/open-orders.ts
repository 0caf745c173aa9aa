import type { Clock } from '../../ports/clock.ts';
import type { CallOptions, ApiClient } from '../api/api-client.ts';
import { listCardOrders, listLeaseOrders } from '../order/api.ts';
import type { Order } from '../order/order.ts';
import type { Records } from '../paging.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../time.ts';
import type { Plan } from './plan.ts';

/** How long somebody who pays is kept waiting for what was ordered before, and how old that may be; ms. */
const ANSWERS_WITHIN = 3 * SECOND;
const FRESH_FOR = 20 * SECOND;

/** What is to be ordered, and where. */
export interface Asked {
  plan: Plan;
  sno?: string;
  operatorId?: string;
}

/** How the order of this very intent is told from others. */
export interface Marks {
  /** The numbers that were there before the order was sent for, where they could be read: one that was not is the one. */
  before?: readonly string[];
  /** The numbers of other intents. */
  taken: readonly string[];
}

/** Knows the orders that the server has already, so that none is made again. */
export class OpenOrders {
  private ahead?: { list: string; at: number; orders: Promise<Records<Order> | Problem> };

  constructor(
    private readonly api: ApiClient,
    private readonly clock: Clock,
  ) {}

  /** Begins to look while somebody still makes up their mind, so that nobody waits for it later. */
  lookAhead(asked: Asked): void {
    this.ahead = { list: keyOf(asked), at: this.clock.now(), orders: this.ask(asked) };
  }

  /** The newest orders of that kind as of a moment ago, or `afresh`; the Problem where the server does not say soon. */
  async look(asked: Asked, afresh: boolean): Promise<Records<Order> | Problem> {
    const { ahead } = this;
    this.ahead = undefined;
    const age = ahead && this.clock.now() - ahead.at;
    const serves = !afresh && ahead?.list === keyOf(asked) && age !== undefined && age >= 0 && age < FRESH_FOR;
    const known = serves ? await ahead.orders : undefined;
    return known === undefined || known instanceof Problem ? this.ask(asked) : known;
  }

  /** The newest orders of that kind. Rejects with the Problem where the server cannot be asked. */
  async newest({ plan, operatorId }: Asked, options?: CallOptions): Promise<Records<Order>> {
    if (plan.basis === 'duration') return this.api.call(listLeaseOrders, { page: 0 }, options);
    return operatorId === undefined ? { records: [], unreadable: 0 } : this.api.call(listCardOrders, { page: 0, operatorId }, options);
  }

  private ask(asked: Asked): Promise<Records<Order> | Problem> {
    return this.newest(asked, { timeoutMs: ANSWERS_WITHIN }).catch(Problem.expected);
  }
}

/**
 * The order that was sent for and never answered, where it is among these: one that was not there before, or, where nobody knows
 * what was, one to be paid at the same price. At another price only one that names the plan is meant.
 */
export function lostOrder(orders: readonly Order[], { plan, sno }: Asked, { before, taken }: Marks): Order | undefined {
  const isNew = ({ number }: Order) => before !== undefined && !before.includes(number);
  const isSettledByItself = ({ state }: Order) => plan.priceFen === 0 && state === 'paid';
  const meant = orders.filter((order) => {
    const isTheSame = plan.basis === 'duration' ? isSameDevice(order, sno) : order.uses === plan.amount;
    if (!isTheSame || taken.includes(order.number)) return false;
    if (isNew(order)) return order.state === 'to-pay' || order.state === 'unknown' || isSettledByItself(order);
    return before === undefined && order.state === 'to-pay' && namesPlan(order, plan);
  });
  const costs = ({ dueFen, amountFen }: Order) => dueFen ?? amountFen;
  return meant.find((order) => costs(order) === plan.priceFen) ?? meant.find((order) => isNew(order) && namesPlan(order, plan));
}

/** Whether an order names that device; a server may write its number in either case. */
export function isSameDevice(order: Pick<Order, 'sno'>, sno: string | undefined): boolean {
  return order.sno?.toLowerCase() === sno?.toLowerCase();
}

/** Where orders of that kind are listed. */
export function listOf({ plan }: Asked) {
  return plan.basis === 'duration' ? listLeaseOrders : listCardOrders;
}

function keyOf({ plan, operatorId }: Asked): string {
  return plan.basis === 'duration' ? 'leases' : `cards of ${operatorId ?? ''}`;
}

/** Plans of one price are told apart by the number in an order's words; words without a number tell nothing. */
function namesPlan({ planName = '' }: Order, { amount }: Plan): boolean {
  const numbers: string[] = planName.match(/\d+/g) ?? [];
  return numbers.length === 0 || numbers.includes(String(amount));
}
