import * as v from 'valibot';
import { absentOr, count, fen, id, maybe, orNull, price, rows, text } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';
import type { PayableOrder } from '../order/order.ts';
import { eachOnce, type Records } from '../basics/paging.ts';
import type { Plan, PlanBasis, PlanUnit } from './plan.ts';

const DAY_UNITS = ['day', '天'];

const wirePlan = { id, price, originPrice: maybe(price), num: count, unit: maybe(text) };
const durationPlan = v.object(wirePlan);
const usePlan = v.object({ ...wirePlan, rechargeModeId: id });

/** An original price of 0 is none: a server may send 0 in a field that it does not use. */
function plan(wire: v.InferOutput<typeof durationPlan>, basis: PlanBasis, modeId: string): Plan {
  const unit: PlanUnit = DAY_UNITS.includes(wire.unit ?? '') ? 'day' : 'use';
  return {
    id: wire.id,
    basis,
    modeId,
    amount: wire.num,
    unit,
    priceFen: wire.price,
    originalFen: wire.originPrice || undefined,
  };
}

const NO_PLANS = { records: [], unreadable: 0 };

/** Lists the duration plans. Plans without a price or a mode id are dropped, because they cannot be ordered. */
export const listDurationPlans = endpoint({
  name: 'lease.listDurationPlans',
  path: '/product/service/mode/get',
  kind: 'read',
  request: v.object({ sno: v.string() }),
  encode: (input: { sno: string }) => input,
  answer: v.nullish(
    v.pipe(
      v.object({ list: orNull(rows(durationPlan)), modeId: absentOr(text) }),
      v.transform(({ list, modeId }): Records<Plan> => {
        const { records, unreadable } = list ?? NO_PLANS;
        if (modeId === undefined) return { records: [], unreadable: records.length + unreadable };
        const plans = eachOnce(records, ({ id: number }) => number);
        return { records: plans.map((each) => plan(each, 'duration', modeId)), unreadable };
      }),
    ),
    () => ({ list: null }),
  ),
});

/** Lists the use plans of the operator, or of the device if no operator is given. */
export const listUsePlans = endpoint({
  name: 'lease.listUsePlans',
  path: '/rechargeMode/get',
  kind: 'read',
  request: v.object({ sno: v.optional(v.string()), sysUserId: v.optional(v.string()) }),
  encode: ({ sno, operatorId }: { sno?: string; operatorId?: string }) =>
    operatorId ? { sysUserId: operatorId } : { sno },
  answer: v.nullish(
    v.pipe(
      v.object({ detailVoList: orNull(rows(usePlan)) }),
      v.transform(({ detailVoList }): Records<Plan> => {
        const { records, unreadable } = detailVoList ?? NO_PLANS;
        const plans = eachOnce(records, ({ id: number }) => number);
        return { records: plans.map((each) => plan(each, 'uses', each.rechargeModeId)), unreadable };
      }),
    ),
    () => ({ detailVoList: null }),
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
    v.object({ payMoney: fen, orderNo: id }),
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
    v.object({ payMoney: fen, chargeOrderNo: id }),
    v.transform(({ payMoney, chargeOrderNo }): PayableOrder => ({
      kind: 'card',
      number: chargeOrderNo,
      amountFen: payMoney,
    })),
  ),
});
