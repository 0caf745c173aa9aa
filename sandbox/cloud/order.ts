import { operatorOf } from '../world/operators.ts';
import type { Order } from '../world/orders.ts';
import { chinaTime } from '../world/units.ts';
import { APP_ID, type World } from '../world/world.ts';
import type { Call, HandlerTable } from './handler-table.ts';
import { yuan } from './lease.ts';
import { Refusal } from './refusal.ts';

/** An order in the server's wire format. */
function recordOf(order: Order, world: World) {
  const { kind, number, operatorId, sno, plan, createdAt, paidAt, cancelledAt } = order;
  const words = world.orders.statusWords(order);
  const code = world.orders.codeOf(order);
  const { codesInStatus } = world.habits;
  const device = sno === undefined ? undefined : world.device(sno);
  return {
    orderNo: kind === 'lease' ? number : null,
    chargeOrderNo: kind === 'card' ? number : null,
    status: codesInStatus ? code : words,
    statusDesc: codesInStatus ? null : words,
    statusCode: codesInStatus ? null : code,
    deviceName: device?.name ?? null,
    deviceArea: device?.area ?? null,
    deviceSno: sno ?? null,
    mac: device?.mac ?? null,
    serviceModeName: order.planName,
    serviceName: null,
    payMoney: yuan(plan.price),
    shouldPayMoney: yuan(plan.price),
    money: yuan(plan.originPrice ?? plan.price),
    fee: kind === 'card' ? plan.num : null,
    operatorName: operatorOf(operatorId)?.name ?? '',
    sysUserId: Number(operatorId),
    ctime: kind === 'lease' ? chinaTime(createdAt) : createdAt,
    utime: cancelledAt ?? paidAt ?? createdAt,
    payTime: paidAt === undefined ? null : chinaTime(paidAt),
  };
}

/** A row of a list. That of a lease order may have no price, because its detail has one. */
function rowOf(order: Order, world: World) {
  const record = recordOf(order, world);
  return world.habits.omitsPrices && order.kind === 'lease'
    ? { ...record, payMoney: null, shouldPayMoney: null, money: null }
    : record;
}

/** One page of a list; page numbers start at 0. */
export function pageOf<Item>(
  items: readonly Item[],
  { current, size }: { current: number; size: number },
): { records: Item[]; total: number } {
  return { records: items.slice(current * size, (current + 1) * size), total: items.length };
}

function orderOf(number: string, kind: Order['kind'] | undefined, { caller, world }: Call): Order {
  const order = world.orders.find(number);
  if (!order || order.userId !== caller.id || (kind && order.kind !== kind)) throw new Refusal('订单不存在', '404');
  return order;
}

function cancel(order: Order, { world }: Call): null {
  if (!world.habits.takesEveryCommand && !world.orders.isOpen(order))
    throw new Refusal(`订单${world.orders.statusWords(order)}，不能取消`);
  world.orders.cancel(order);
  return null;
}

export const order: HandlerTable['order'] = {
  listLeaseOrders: (request, { caller, world }) => {
    const { records, total } = pageOf(world.orders.of(caller.id, 'lease'), request);
    return { records: records.map((each) => rowOf(each, world)), total };
  },

  listCardOrders: (request, { caller, world }) => {
    const ofOperator = world.orders
      .of(caller.id, 'card')
      .filter(({ operatorId }) => operatorId === request.query.sysUserId);
    const { records, total } = pageOf(ofOperator, request);
    return { records: records.map((each) => rowOf(each, world)), total };
  },

  getLeaseOrder: (number, call) => recordOf(orderOf(number, 'lease', call), call.world),
  cancelLeaseOrder: (number, call) => cancel(orderOf(number, 'lease', call), call),
  cancelCardOrder: (number, call) => cancel(orderOf(number, 'card', call), call),
};

export const payment: HandlerTable['payment'] = {
  prePay: ({ orderNo, sno }, call) => {
    const asked = orderOf(orderNo, undefined, call);
    const { world } = call;
    if (!world.orders.isOpen(asked)) throw new Refusal(`订单${world.orders.statusWords(asked)}，不能支付`);
    if (asked.kind === 'lease' && sno !== undefined && sno !== asked.sno) throw new Refusal('订单与设备不符', '400');
    world.effects.happened('prepays', asked.number);
    return world.orders.prepare(asked, APP_ID);
  },
};
