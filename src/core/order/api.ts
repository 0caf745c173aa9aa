import * as v from 'valibot';
import { instant, maybe, maybeId, nothing, numeric, page, price, text, uses } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';
import { PAGE_SIZE } from '../paging.ts';
import { cardOrderState, leaseOrderState, type Order } from './order.ts';

const record = v.object({
  orderNo: maybeId,
  chargeOrderNo: maybeId,
  status: maybe(text),
  statusDesc: maybe(text),
  statusCode: maybe(numeric),
  deviceName: maybe(text),
  deviceArea: maybe(text),
  deviceSno: maybeId,
  mac: maybe(text),
  serviceModeName: maybe(text),
  serviceName: maybe(text),
  payMoney: maybe(price),
  shouldPayMoney: maybe(price),
  money: maybe(price),
  fee: maybe(uses),
  operatorName: maybe(text),
  sysUserId: maybeId,
  ctime: maybe(instant),
  utime: maybe(instant),
  payTime: maybe(instant),
});

type Wire = v.InferOutput<typeof record>;

function shared(wire: Wire) {
  return {
    operatorName: wire.operatorName,
    operatorId: wire.sysUserId,
    planName: wire.serviceModeName ?? wire.serviceName,
    orderedAt: wire.ctime,
    paidAt: wire.payTime,
  };
}

function due(wire: Wire, state: Order['state']): number | undefined {
  return state === 'paid' ? (wire.payMoney ?? wire.shouldPayMoney) : (wire.shouldPayMoney ?? wire.payMoney);
}

const leaseOrder = v.pipe(
  record,
  v.check((wire) => wire.orderNo !== undefined, 'expected an orderNo'),
  v.transform((wire): Order => {
    const state = leaseOrderState(wire.statusCode, wire.status ?? wire.statusDesc);
    return {
      ...shared(wire),
      kind: 'lease',
      number: wire.orderNo ?? '',
      state,
      statusText: wire.status ?? wire.statusDesc,
      deviceName: wire.deviceName,
      sno: wire.deviceSno,
      mac: wire.mac,
      amountFen: wire.money ?? wire.shouldPayMoney ?? wire.payMoney,
      dueFen: due(wire, state),
      cancelledAt: state === 'cancelled' ? wire.utime : undefined,
    };
  }),
);

const cardOrder = v.pipe(
  record,
  v.check((wire) => (wire.chargeOrderNo ?? wire.orderNo) !== undefined, 'expected a chargeOrderNo'),
  v.transform((wire): Order => {
    const state = cardOrderState(wire.statusCode, wire.statusDesc ?? wire.status);
    return {
      ...shared(wire),
      kind: 'card',
      number: wire.chargeOrderNo ?? wire.orderNo ?? '',
      state,
      statusText: wire.statusDesc ?? wire.status,
      uses: wire.fee,
      amountFen: wire.money ?? wire.shouldPayMoney ?? wire.payMoney,
      dueFen: due(wire, state),
      cancelledAt: state === 'cancelled' ? wire.utime : undefined,
    };
  }),
);

export const listLeaseOrders = endpoint({
  name: 'order.listLeaseOrders',
  path: '/order/list',
  kind: 'read',
  request: v.object({ current: v.number(), size: v.number(), query: v.object({ orderByField: v.literal('ctime') }) }),
  encode: ({ page: current }: { page: number }) => ({
    current,
    size: PAGE_SIZE,
    query: { orderByField: 'ctime' as const },
  }),
  answer: page(leaseOrder),
});

/** The card orders of one operator; `total` is the total number of orders. */
export const listCardOrders = endpoint({
  name: 'order.listCardOrders',
  path: '/wallet/list',
  kind: 'read',
  request: v.object({ current: v.number(), size: v.number(), query: v.object({ sysUserId: v.string() }) }),
  encode: ({ page: current, operatorId }: { page: number; operatorId: string }) => ({
    current,
    size: PAGE_SIZE,
    query: { sysUserId: operatorId },
  }),
  answer: page(cardOrder),
});

const number = (input: { number: string }) => input.number;

export const getLeaseOrder = endpoint({
  name: 'order.getLeaseOrder',
  path: '/order/detail',
  kind: 'read',
  request: v.string(),
  encode: number,
  answer: v.nullable(leaseOrder),
});

export const cancelLeaseOrder = endpoint({
  name: 'order.cancelLeaseOrder',
  path: '/order/cancel',
  kind: 'write',
  request: v.string(),
  encode: number,
  answer: nothing,
});

export const cancelCardOrder = endpoint({
  name: 'order.cancelCardOrder',
  path: '/wallet/cancel',
  kind: 'write',
  request: v.string(),
  encode: number,
  answer: nothing,
});
