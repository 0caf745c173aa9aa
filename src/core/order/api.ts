import * as v from 'valibot';
import { instant, maybe, maybeId, nothing, numeric, page, price, text, uses } from '../api/decoders.ts';
import { endpoint } from '../api/endpoint.ts';
import { PAGE_SIZE } from '../basics/paging.ts';
import {
  cardOrderState,
  leaseOrderState,
  statusTextOf,
  wasPaid,
  type Order,
  type OrderKind,
  type OrderState,
} from './order.ts';

const record = {
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
  fee: maybe(uses),
  operatorName: maybe(text),
  sysUserId: maybeId,
  ctime: maybe(instant),
  utime: maybe(instant),
  payTime: maybe(instant),
};

function shared(wire: v.InferOutput<v.ObjectSchema<typeof record, undefined>>, kind: OrderKind, state: OrderState) {
  const statusText = statusTextOf(kind, wire);
  return {
    kind,
    state,
    statusText,
    operatorName: wire.operatorName,
    operatorId: wire.sysUserId,
    planName: wire.serviceModeName ?? wire.serviceName,
    orderedAt: wire.ctime,
    // A server may send either time before it has happened.
    paidAt: wasPaid({ state, statusText }) ? wire.payTime : undefined,
    cancelledAt: state === 'cancelled' ? wire.utime : undefined,
  };
}

const leaseOrder = v.pipe(
  v.object({ ...record, money: maybe(price) }),
  v.check((wire) => wire.orderNo !== undefined, 'expected an orderNo'),
  v.transform((wire): Order => {
    const state = leaseOrderState(wire);
    const order = shared(wire, 'lease', state);
    return {
      ...order,
      number: wire.orderNo ?? '',
      deviceName: wire.deviceName,
      sno: wire.deviceSno,
      mac: wire.mac,
      amountFen: priceIn(state, wire.money, wire.shouldPayMoney, wire.payMoney),
      dueFen: wasPaid(order) ? wire.payMoney : owed(state, filled(wire.shouldPayMoney, wire.payMoney)),
    };
  }),
);

/** The first number above 0, else the first. A server may send 0 in the fields that it does not use. */
function filled(...fields: readonly (number | undefined)[]): number | undefined {
  const named = fields.filter((number) => number !== undefined);
  return named.find((number) => number > 0) ?? named[0];
}

/** The price of an order. Only a paid one is known to have cost nothing. */
function priceIn(state: OrderState, ...fields: readonly (number | undefined)[]): number | undefined {
  const fen = filled(...fields);
  return fen === 0 && state !== 'paid' ? undefined : fen;
}

/** A cancelled order owes nothing. */
function owed(state: OrderState, fen: number | undefined): number | undefined {
  return state === 'cancelled' ? undefined : fen;
}

/** `money` and `fee` of a card order are numbers of uses. None is sold with 0: a server sends it in a field that it does not use. */
const cardOrder = v.pipe(
  v.object({ ...record, money: maybe(uses) }),
  v.check((wire) => (wire.chargeOrderNo ?? wire.orderNo) !== undefined, 'expected a chargeOrderNo'),
  v.transform((wire): Order => {
    const state = cardOrderState(wire);
    const order = shared(wire, 'card', state);
    return {
      ...order,
      number: wire.chargeOrderNo ?? wire.orderNo ?? '',
      uses: [wire.fee, wire.money].find((number) => number !== undefined && number > 0),
      amountFen: priceIn(state, wire.payMoney),
      dueFen: wasPaid(order) ? wire.payMoney : owed(state, wire.payMoney),
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
