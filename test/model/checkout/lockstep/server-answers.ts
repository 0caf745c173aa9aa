import { prePay } from '../../../../src/core/checkout/api.ts';
import { createLeaseOrder } from '../../../../src/core/lease/api.ts';
import { cancelLeaseOrder, getLeaseOrder, listLeaseOrders } from '../../../../src/core/order/api.ts';
import { Problem } from '../../../../src/core/problem.ts';
import type { HttpRequest, HttpResponse } from '../../../../src/ports/http.ts';
import { dataOf, type AnyEndpoint, type WireAnswer } from '../../../helpers/fake-server.ts';
import { aLeaseOrder, aPage, aSheet, type OrderRow } from '../../../helpers/wire.ts';
import type { Handling } from '../actions.ts';
import type { Account, ServerOrder, World } from '../world.ts';

const STATES: Record<'to-pay' | 'paid' | 'cancelled' | 'unknown', OrderRow> = {
  'to-pay': { status: '待支付', statusCode: 1 },
  paid: { status: '支付完成', statusCode: 5 },
  cancelled: { status: '已取消', statusCode: -1 },
  unknown: { status: '处理中', statusCode: 77 },
};

export const UNAUTHORIZED = response(undefined, 401);
const REFUSED = response({ code: '1', message: '', data: null });

export function isTo({ path }: AnyEndpoint, { url }: HttpRequest): boolean {
  return new URL(url).pathname.endsWith(path);
}

/** The order number of a request that names one. */
export function orderNumberOf(request: HttpRequest): string | undefined {
  const data = dataOf(request);
  if (typeof data === 'string') return data;
  return isTo(prePay, request) ? (data as { orderNo: string }).orderNo : undefined;
}

/** What the server answers to. `created`: the order that it makes for the request. */
interface Asked {
  request: HttpRequest;
  account: Account;
  created?: ServerOrder;
}

/** The server's response in this world; a Problem if none arrives. */
export function answerTo({ request, account, created }: Asked, world: World, how: Handling): HttpResponse | Problem {
  if (how === 'refused') return REFUSED;
  if (how !== 'true' && how !== 'unknown') return new Problem('timeout');
  const known = world.server.orders.find(({ number, state }) => number === orderNumberOf(request) && state !== 'gone');
  const isUnpaid = known?.state === 'to-pay';
  if (isTo(listLeaseOrders, request)) return list(world, account);
  if (isTo(getLeaseOrder, request)) return success(getLeaseOrder, known ? row(known, how === 'unknown') : null);
  if (isTo(createLeaseOrder, request) && created)
    return success(createLeaseOrder, { orderNo: created.number, payMoney: created.amountFen / 100 });
  if (isTo(prePay, request))
    return isUnpaid ? success(prePay, { ...aSheet, package: String(known.amountFen) }) : REFUSED;
  if (isTo(cancelLeaseOrder, request))
    return isUnpaid && !known.isCharged ? success(cancelLeaseOrder, undefined) : REFUSED;
  throw new Error(`no answer to ${request.url}`);
}

/** The server's list of the account's orders in this world. */
export function list({ server }: World, account: Account): HttpResponse {
  const listed = server.orders.filter((order) => order.state !== 'gone' && order.account === account);
  const rows = listed.map((order) => row(order));
  return success(listLeaseOrders, aPage(...rows));
}

function row({ number, sno, amountFen, state }: ServerOrder, isUnknown = false): OrderRow {
  return aLeaseOrder({
    orderNo: number,
    deviceSno: sno,
    payMoney: amountFen / 100,
    ...STATES[isUnknown || state === 'gone' ? 'unknown' : state],
  });
}

function success<Of extends AnyEndpoint>(_: Of, data: WireAnswer<Of>): HttpResponse {
  return response({ code: '200', message: 'success', data });
}

function response(body: unknown, status = 200): HttpResponse {
  return { status, header: () => undefined, body: JSON.stringify(body) ?? '' };
}
