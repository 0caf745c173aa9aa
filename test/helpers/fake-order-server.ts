import { getUser } from '../../src/core/account/api.ts';
import { prePay } from '../../src/core/checkout/api.ts';
import { CheckoutRecords } from '../../src/core/checkout/records/checkout-records.ts';
import { ConfirmPayment } from '../../src/core/checkout/confirm/confirm-payment.ts';
import { PayOrder } from '../../src/core/checkout/pay/pay-order.ts';
import { checkDevice, listDevices } from '../../src/core/device/api.ts';
import { createCardOrder, createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import type { PayableOrder } from '../../src/core/order/order.ts';
import { Problem } from '../../src/core/problem.ts';
import type { HttpRequest } from '../../src/ports/http.ts';
import { createTestApp } from './create-test-app.ts';
import { dataOf, type FakeServer, misshapen, refused } from './fake-server.ts';
import { rentingIn } from './renting.ts';
import { aCardOrder, aLeaseOrder, aPage, aSheet, type OrderRow } from './wire.ts';

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const PHONE_TIME = Date.parse('2026-03-02T09:00:00+08:00');

type CreateOrder = typeof createLeaseOrder | typeof createCardOrder;

/** Stores the orders that a FakeServer creates and responds to the queries about them. */
export class FakeOrderServer {
  readonly orders: OrderRow[] = [];
  prices: { lease: number | string; card: number | string } = { lease: '19.90', card: 99 };
  /** Milliseconds by which the server's clock is ahead of the phone's clock. */
  clockAhead?: number;
  /** Additional fields of the created orders. */
  rowFields: OrderRow = {};
  private created = 100;
  private readonly answered = new Map<string, object>();

  constructor(private readonly http: FakeServer) {
    http
      .reply(prePay, (request) => this.prepare(dataOf(request)))
      .reply(getUser, { assist: false })
      .reply(listDevices, [])
      .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' });
    this.answers();
    this.isReachable();
  }

  /** From now on the server creates orders and responds. */
  answers(): void {
    this.http
      .reply(createLeaseOrder, (request) => this.createLease(request))
      .reply(createCardOrder, (request) => this.createCard(request));
  }

  /** From now on order queries succeed. */
  isReachable(): void {
    this.http
      .reply(getLeaseOrder, (request) => this.named(dataOf(request)) ?? misshapen(undefined))
      .reply(listLeaseOrders, () => aPage(...this.orders.filter((order) => 'orderNo' in order).toReversed()))
      .reply(listCardOrders, () => aPage(...this.orders.filter((order) => 'chargeOrderNo' in order).toReversed()));
  }

  /** From now on order queries fail. */
  isUnreachable(): void {
    for (const endpoint of [getLeaseOrder, listLeaseOrders, listCardOrders])
      this.http.fails(endpoint, new Problem('timeout'));
  }

  /** The next request creates its order and its response is lost. */
  losesItsAnswer(endpoint: CreateOrder = createLeaseOrder): void {
    const lost = (request: HttpRequest) => {
      this.create(endpoint, request);
      return new Problem('timeout');
    };
    this.answersOnce(endpoint, lost);
  }

  /** The next request creates its order and calls `happens` before the response. */
  beforeItAnswers(happens: () => void): void {
    this.http.reply(createLeaseOrder, (request) => {
      const created = this.createLease(request);
      happens();
      return created;
    });
  }

  /** The next order request never arrives at the server. */
  hearsNothing(endpoint: CreateOrder = createLeaseOrder): void {
    this.answersOnce(endpoint, () => new Problem('network'));
  }

  /** Marks this order as paid, or all orders without a number. */
  moneyMoves(number?: string): void {
    for (const order of this.orders)
      if (number === undefined || order.orderNo === number)
        Object.assign(order, { status: '支付完成', statusDesc: '支付完成', statusCode: 5 });
  }

  /** Sets these fields in all orders. */
  says(fields: OrderRow): void {
    for (const order of this.orders) Object.assign(order, fields);
  }

  cancelsAll(): void {
    for (const order of this.orders) Object.assign(order, { status: '已取消', statusDesc: '已过期', statusCode: -1 });
  }

  /** The prepay response: signed parameters, unless the order is known not to be open. */
  private prepare(data: unknown): typeof aSheet | ReturnType<typeof refused> {
    const state = this.named((data as { orderNo?: unknown }).orderNo)?.statusCode ?? 1;
    return state === 1 ? aSheet : refused('500', '订单不能支付');
  }

  private named(number: unknown): OrderRow | undefined {
    return this.orders.find((order) => order.orderNo === number);
  }

  /** Responds to the next request with `answer` and creates orders for the later requests. */
  private answersOnce(endpoint: CreateOrder, answer: (request: HttpRequest) => Problem): void {
    if (endpoint === createLeaseOrder)
      this.http.reply(createLeaseOrder, answer, (request) => this.createLease(request));
    else this.http.reply(createCardOrder, answer, (request) => this.createCard(request));
  }

  private create(endpoint: CreateOrder, request: HttpRequest): void {
    if (endpoint === createLeaseOrder) this.createLease(request);
    else this.createCard(request);
  }

  private createLease(request: HttpRequest): { orderNo: string; payMoney: number | string } {
    return this.once(request, () => {
      const orderNo = `L-${this.created++}`;
      const payMoney = this.prices.lease;
      const state = Number(payMoney) === 0 ? { status: '支付完成', statusCode: 5 } : {};
      const orderedAt = this.clockAhead === undefined ? {} : { ctime: PHONE_TIME + this.clockAhead };
      this.orders.push(aLeaseOrder({ orderNo, payMoney, ...state, ...orderedAt, ...this.rowFields }));
      return { orderNo, payMoney };
    });
  }

  private createCard(request: HttpRequest): { chargeOrderNo: string; payMoney: number | string } {
    return this.once(request, () => {
      const chargeOrderNo = `C-${this.created++}`;
      const payMoney = this.prices.card;
      this.orders.push(aCardOrder({ chargeOrderNo, payMoney, ...this.rowFields }));
      return { chargeOrderNo, payMoney };
    });
  }

  /** Requests with the same idempotency key create one order and get the same response. */
  private once<Created extends object>({ headers }: HttpRequest, create: () => Created): Created {
    const key = headers[IDEMPOTENCY_HEADER];
    const answer = (key === undefined ? undefined : (this.answered.get(key) as Created | undefined)) ?? create();
    if (key !== undefined) this.answered.set(key, answer);
    return answer;
  }
}

/** An app whose user has selected a device, with a server that creates orders. */
export function withOrderServer(configuration?: object) {
  const core = createTestApp({ configuration });
  core.at({ sno: 'DEV0001' });
  return {
    ...core,
    orderServer: new FakeOrderServer(core.http),
    renting: rentingIn(core),
    paying: core.get(PayOrder),
    confirming: core.get(ConfirmPayment),
    records: core.get(CheckoutRecords),
  };
}

export const anOrder: PayableOrder = {
  kind: 'lease',
  number: 'L-1',
  amountFen: 1990,
  sno: 'DEV0001',
  operatorId: 'shop-1',
};
export const anotherOrder: PayableOrder = { ...anOrder, number: 'L-2' };

/** The same app with two existing orders. */
export function withAnOrder(configuration?: object) {
  const core = withOrderServer(configuration);
  core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-1' }), aLeaseOrder({ orderNo: 'L-2' }));
  return core;
}
