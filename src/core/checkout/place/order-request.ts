import type { Renewal } from '../../destination.ts';
import type { Plan } from '../../lease/plan.ts';
import type { PayableOrder } from '../../order/order.ts';
import type { Intent } from '../records/purchase.ts';

/** The plan to order, for a device or an operator. */
export interface OrderTarget {
  plan: Plan;
  sno?: string;
  operatorId?: string;
}

/** The plan to buy, and its terms. */
export interface OrderRequest extends OrderTarget {
  renewal?: Renewal;
  /** The order is on behalf of a customer. */
  assist: boolean;
}

/** Of an intent's name, which `intentOf` writes. */
const INTENT_PARTS = 7;

/** Every property that distinguishes one purchase from another. Capitals do not distinguish devices. */
export function intentOf({ plan, sno, operatorId, renewal, assist }: OrderRequest, priceFen = plan.priceFen): Intent {
  const { basis, modeId, id, amount, unit } = plan;
  const seller = basis === 'duration' ? sno?.toUpperCase() : operatorId;
  return { name: JSON.stringify([basis, modeId, id, priceFen, seller, renewal, assist]), amount, unit };
}

/**
 * True if two intents differ in what is bought, from whom or for whom. A price may have changed since, and a renewal is
 * known only after the first order. Intents of another release count as alike.
 */
export function isOtherWish(one: Intent, other: Intent): boolean {
  const [first, second] = [one, other].map(wishOf);
  return first !== undefined && second !== undefined && first !== second;
}

/** True if two intents are known to agree in what `isOtherWish` compares: the server makes the same order of both. */
export function isSameWish(one: Intent, other: Intent): boolean {
  const wish = wishOf(one);
  return wish !== undefined && wish === wishOf(other);
}

function wishOf({ name, amount, unit }: Intent): string | undefined {
  const parts = parsedList(name);
  if (parts?.length !== INTENT_PARTS || amount === undefined) return undefined;
  const [basis, modeId, id, , seller, , assist] = parts;
  return JSON.stringify([basis, modeId, id, seller, assist, amount, unit]);
}

function parsedList(name: string): unknown[] | undefined {
  try {
    const parsed: unknown = JSON.parse(name);
    return Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/**
 * An order with another price than the plan also fulfils the intent at that price, in case the user finds the plan at
 * the new price.
 */
export function intentsFor(request: OrderRequest, { amountFen }: PayableOrder): [Intent, ...Intent[]] {
  return amountFen === undefined || amountFen === request.plan.priceFen
    ? [intentOf(request)]
    : [intentOf(request), intentOf(request, amountFen)];
}
