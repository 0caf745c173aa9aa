import * as v from 'valibot';
import { Refusal } from '../cloud/refusal.ts';
import type { Order, Prepay } from '../world/orders.ts';
import type { World } from '../world/world.ts';

const packageShape = v.object({ package: v.string() });
const refundShape = v.strictObject({ part: v.optional(v.boolean(), false) });

function prepared(world: World, prepayPackage: string): { order: Order; prepay: Prepay } {
  const found = world.orders.prepared(prepayPackage);
  if (!found) throw new Refusal(`no prepay has the package ${prepayPackage}: call /wxPay/prePay first`);
  return found;
}

/** The content of WeChat's payment sheet. */
export function sheetOf(world: World, prepayPackage: string) {
  const { order, prepay } = prepared(world, prepayPackage);
  return {
    number: order.number,
    title: order.planName,
    yuan: order.plan.price / 100,
    paid: order.paidAt !== undefined,
    prepay,
  };
}

/** The customer pays on the sheet. One prepay moves money once. */
export function payOnSheet(world: World, body: unknown): void {
  const { order, prepay } = prepared(world, v.parse(packageShape, body).package);
  if (order.charges.includes(prepay.package)) throw new Refusal('this prepay was paid already');
  if (order.paidAt === undefined && !world.orders.isOpen(order) && !world.habits.chargesCancelled)
    throw new Refusal(`the order is ${world.orders.statusWords(order)} and cannot be paid`);
  world.charge(order, prepay.package);
}

function numbered(world: World, number: string): Order {
  const order = world.orders.find(number);
  if (!order) throw new Refusal(`order ${number} does not exist: GET state lists the orders`);
  return order;
}

/** The customer pays this order on their own phone. */
export function payElsewhere(world: World, number: string): void {
  const order = numbered(world, number);
  if (!world.orders.isOpen(order))
    throw new Refusal(`order ${number} is ${world.orders.statusWords(order)}: only an open order can be paid`);
  world.charge(order, 'phone');
}

/** The shop cancels this order, whatever its state is. */
export function cancelByShop(world: World, number: string): void {
  world.orders.cancel(numbered(world, number));
}

/** The shop refunds a paid order, or a part of it. */
export function refundByShop(world: World, number: string, body: unknown): void {
  const order = numbered(world, number);
  if (world.orders.codeOf(order) !== 5)
    throw new Refusal(`order ${number} is ${world.orders.statusWords(order)}: only a paid order can be refunded`);
  if (order.refunded === 'whole') throw new Refusal(`order ${number} was refunded: there is nothing left to refund`);
  world.refund(order, v.parse(refundShape, body).part);
}
