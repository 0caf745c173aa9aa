import { prePay } from '../../src/core/checkout/api.ts';
import { CheckoutRecords } from '../../src/core/checkout/checkout-records.ts';
import { ConfirmPayment } from '../../src/core/checkout/confirm-payment.ts';
import { PayOrder } from '../../src/core/checkout/pay-order.ts';
import { RentDevice } from '../../src/core/checkout/rent-device.ts';
import { createCardOrder, createLeaseOrder } from '../../src/core/lease/api.ts';
import { getLeaseOrder, listCardOrders, listLeaseOrders } from '../../src/core/order/api.ts';
import type { PayableOrder } from '../../src/core/order/order.ts';
import { Problem } from '../../src/core/problem.ts';
import type { HttpRequest } from '../../src/ports/http.ts';
import { createTestApp } from './create-test-app.ts';
import { dataOf, type FakeServer, misshapen } from './fake-server.ts';
import { aCardOrder, aLeaseOrder, aPage, aSheet, type OrderRow } from './wire.ts';

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const PHONE_TIME = Date.parse('2026-03-02T09:00:00+08:00');

type CreateOrder = typeof createLeaseOrder | typeof createCardOrder;

/** Keeps the orders that a FakeServer is asked to create, and answers for them. */
export class FakeOrderServer {
  readonly orders: OrderRow[] = [];
  prices: { lease: number | string; card: number | string } = { lease: '19.90', card: 99 };
  /** By how much the server's clock is ahead of the phone's, where that matters; ms. */
  clockAhead?: number;
  /** Fields of its lease orders beyond the usual. */
  rowFields: OrderRow = {};
  private created = 100;
  private readonly answered = new Map<string, object>();

  constructor(private readonly http: FakeServer) {
    http.reply(prePay, aSheet);
    this.answers();
    this.isReachable();
  }

  /** Orders are made and answered. */
  answers(): void {
    this.http
      .reply(createLeaseOrder, (request) => this.createLease(request))
      .reply(createCardOrder, (request) => this.createCard(request));
  }

  /** Questions about orders are answered. */
  isReachable(): void {
    this.http
      .reply(getLeaseOrder, (request) => this.named(dataOf(request)) ?? misshapen(undefined))
      .reply(listLeaseOrders, () => aPage(...this.orders.filter((order) => 'orderNo' in order).toReversed()))
      .reply(listCardOrders, () => aPage(...this.orders.filter((order) => 'chargeOrderNo' in order).toReversed()));
  }

  /** Questions about orders find nobody. */
  isUnreachable(): void {
    for (const endpoint of [getLeaseOrder, listLeaseOrders, listCardOrders])
      this.http.fails(endpoint, new Problem('timeout'));
  }

  /** The next order is created, and the answer never comes. */
  losesItsAnswer(endpoint: CreateOrder = createLeaseOrder): void {
    const lost = (request: HttpRequest) => {
      this.create(endpoint, request);
      return new Problem('timeout');
    };
    this.answersOnce(endpoint, lost);
  }

  /** The next order is created, and this happens before it is answered. */
  beforeItAnswers(happens: () => void): void {
    this.http.reply(createLeaseOrder, (request) => {
      const created = this.createLease(request);
      happens();
      return created;
    });
  }

  /** The next request for an order never arrives. */
  hearsNothing(endpoint: CreateOrder = createLeaseOrder): void {
    this.answersOnce(endpoint, () => new Problem('network'));
  }

  /** The money has moved: for that order, or for all of them. */
  moneyMoves(number?: string): void {
    for (const order of this.orders)
      if (number === undefined || order.orderNo === number)
        Object.assign(order, { status: '支付完成', statusDesc: '支付完成', statusCode: 5 });
  }

  /** All its orders say this of themselves. */
  says(fields: OrderRow): void {
    for (const order of this.orders) Object.assign(order, fields);
  }

  cancelsAll(): void {
    for (const order of this.orders) Object.assign(order, { status: '已取消', statusDesc: '已过期', statusCode: -1 });
  }

  private named(number: unknown): OrderRow | undefined {
    return this.orders.find((order) => order.orderNo === number);
  }

  /** Answers the next request so, and the ones after it by creating their orders. */
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
      this.orders.push(aCardOrder({ chargeOrderNo, payMoney }));
      return { chargeOrderNo, payMoney };
    });
  }

  /** A request with an idempotency key creates one order, and has the same answer however often it is sent. */
  private once<Created extends object>({ headers }: HttpRequest, create: () => Created): Created {
    const key = headers[IDEMPOTENCY_HEADER];
    const answer = (key === undefined ? undefined : (this.answered.get(key) as Created | undefined)) ?? create();
    if (key !== undefined) this.answered.set(key, answer);
    return answer;
  }
}

/** A user who has chosen a device, before a server that takes orders. */
export function withOrderServer(configuration?: object) {
  const core = createTestApp({ configuration });
  core.at({ sno: 'DEV0001' });
  return {
    ...core,
    orderServer: new FakeOrderServer(core.http),
    renting: core.get(RentDevice),
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

/** The same, with two orders already made. */
export function withAnOrder(configuration?: object) {
  const core = withOrderServer(configuration);
  core.orderServer.orders.push(aLeaseOrder({ orderNo: 'L-1' }), aLeaseOrder({ orderNo: 'L-2' }));
  return core;
}
