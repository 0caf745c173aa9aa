import { durationPlansFor, operatorOf, type Plan } from '../world/operators.ts';
import type { Order } from '../world/orders.ts';
import { yuanText } from '../world/units.ts';
import { deviceOf } from './device.ts';
import type { Call, HandlerTable } from './handler-table.ts';
import { Refusal } from './refusal.ts';

/** A price in yuan, sometimes as text and sometimes as a number, because real servers send both. */
export function yuan(fen: number): string | number {
  return fen % 100 === 0 ? fen / 100 : yuanText(fen);
}

function onWire<ModeId extends string | null>({ id, num, unit, price, originPrice }: Plan, rechargeModeId: ModeId) {
  return {
    id: Number(id),
    num,
    unit: unit ?? null,
    price: yuan(price),
    originPrice: originPrice === undefined ? null : yuan(originPrice),
    rechargeModeId,
  };
}

function ordered(order: Order, { world }: Call): Order {
  world.effects.happened('ordersCreated', `${order.number} ￥${yuanText(order.plan.price)}`);
  if (order.plan.price === 0) world.fulfil(order);
  return order;
}

export const lease: HandlerTable['lease'] = {
  listDurationPlans: ({ sno }, { world }) => {
    const device = deviceOf(world, sno);
    return { list: durationPlansFor(device).map((plan) => onWire(plan, null)), modeId: Number(device.operator.modeId) };
  },

  listUsePlans: ({ sno, sysUserId }, { world }) => {
    if (sno === undefined && sysUserId === undefined) throw new Refusal('缺少设备号或商家', '400');
    const operator = sysUserId === undefined ? deviceOf(world, sno ?? '').operator : operatorOf(sysUserId);
    if (!operator) throw new Refusal('商家不存在', '404');
    return { detailVoList: operator.usePlans.map((plan) => onWire(plan, operator.rechargeModeId)) };
  },

  createLeaseOrder: ({ sno, assist, serviceModeId, productServiceDetailId }, call) => {
    const { caller, world } = call;
    const device = deviceOf(world, sno);
    const plan = durationPlansFor(device).find(({ id }) => id === productServiceDetailId);
    if (serviceModeId !== device.operator.modeId || !plan) throw new Refusal('套餐不存在', '404');
    if (assist && !caller.assist) throw new Refusal('无代租权限', '403');
    if (world.statusOf(device) === 'NOT_IN_OPERATION') throw new Refusal('设备未投入运营', '10005');
    const running = world.leases.on(sno);
    if (running && running.userId !== caller.id) throw new Refusal('设备已被租用');
    const order = { kind: 'lease', userId: caller.id, operatorId: device.operator.id, sno, assist, plan } as const;
    const { number } = ordered(world.orders.add(order), call);
    return { payMoney: yuan(plan.price), orderNo: number };
  },

  createCardOrder: ({ sysUserId, rechargeModeId, rechargeModeDetailId }, call) => {
    const { caller, world } = call;
    const operator = operatorOf(sysUserId);
    if (!operator) throw new Refusal('商家不存在', '404');
    const plan = operator.usePlans.find(({ id }) => id === rechargeModeDetailId);
    if (rechargeModeId !== operator.rechargeModeId || !plan) throw new Refusal('套餐不存在', '404');
    const order = { kind: 'card', userId: caller.id, operatorId: operator.id, assist: false, plan } as const;
    const { number } = ordered(world.orders.add(order), call);
    return { payMoney: yuan(plan.price), chargeOrderNo: number };
  },
};
