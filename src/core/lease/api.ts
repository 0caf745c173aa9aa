import * as v from 'valibot';
import { fen, list, maybe, maybeId, numeric, text } from '../cloud/decoders.ts';
import { endpoint } from '../cloud/endpoint.ts';
import type { PayableOrder } from '../../ports/payment-bridge.ts';
import type { Plan, PlanBasis, PlanUnit } from './plan.ts';

const DAY_UNITS = ['day', '天'];

const wirePlan = v.object({
  id: text,
  price: fen,
  originPrice: maybe(fen),
  num: numeric,
  unit: maybe(text),
  rechargeModeId: maybeId,
});

/** None where it cannot be ordered, for want of its mode's id. */
function plan(wire: v.InferOutput<typeof wirePlan>, basis: PlanBasis, modeId: string | undefined): Plan[] {
  if (modeId === undefined) return [];
  const unit: PlanUnit = DAY_UNITS.includes(wire.unit ?? '') ? 'day' : 'use';
  return [{ id: wire.id, basis, modeId, amount: wire.num, unit, priceFen: wire.price, originalFen: wire.originPrice }];
}

export const listDurationPlans = endpoint({
  name: 'lease.listDurationPlans',
  path: '/product/service/mode/get',
  kind: 'read',
  request: v.object({ sno: v.string() }),
  encode: (input: { sno: string }) => input,
  answer: v.pipe(
    v.object({ list: list(wirePlan), modeId: maybeId }),
    v.transform(({ list: plans, modeId }) => plans.flatMap((each) => plan(each, 'duration', modeId))),
  ),
});

/** Plans by uses: of the operator where one is named, else of the device. */
export const listUsePlans = endpoint({
  name: 'lease.listUsePlans',
  path: '/rechargeMode/get',
  kind: 'read',
  request: v.object({ sno: v.optional(v.string()), sysUserId: v.optional(v.string()) }),
  encode: ({ sno, operatorId }: { sno?: string; operatorId?: string }) => (operatorId ? { sysUserId: operatorId } : { sno }),
  answer: v.pipe(
    v.object({ detailVoList: list(wirePlan) }),
    v.transform(({ detailVoList }) => detailVoList.flatMap((each) => plan(each, 'uses', each.rechargeModeId))),
  ),
});

export const createLeaseOrder = endpoint({
  name: 'lease.createLeaseOrder',
  path: '/order/consume/order',
  kind: 'write',
  request: v.object({
    assist: v.boolean(),
    productServiceDetailId: v.string(),
    serviceModeId: v.string(),
    sno: v.string(),
    appProductServiceDetailVo: v.object({}),
  }),
  encode: ({ plan: chosen, sno, assist }: { plan: Plan; sno: string; assist: boolean }) => ({
    assist,
    productServiceDetailId: chosen.id,
    serviceModeId: chosen.modeId,
    sno,
    appProductServiceDetailVo: {},
  }),
  answer: v.pipe(
    v.object({ payMoney: fen, orderNo: text }),
    v.transform(({ payMoney, orderNo }): PayableOrder => ({ kind: 'lease', number: orderNo, amountFen: payMoney })),
  ),
});

export const createCardOrder = endpoint({
  name: 'lease.createCardOrder',
  path: '/order/charge/order',
  kind: 'write',
  request: v.object({ rechargeModeDetailId: v.string(), rechargeModeId: v.string(), sysUserId: v.string() }),
  encode: ({ plan: chosen, operatorId }: { plan: Plan; operatorId: string }) => ({
    rechargeModeDetailId: chosen.id,
    rechargeModeId: chosen.modeId,
    sysUserId: operatorId,
  }),
  answer: v.pipe(
    v.object({ payMoney: fen, chargeOrderNo: text }),
    v.transform(({ payMoney, chargeOrderNo }): PayableOrder => ({ kind: 'card', number: chargeOrderNo, amountFen: payMoney })),
  ),
});
