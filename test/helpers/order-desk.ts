import type { FakeHttp, TaughtResponse } from '../../src/adapters/fake/fake-http.ts';
import { CheckoutRecords } from '../../src/core/checkout/checkout-records.ts';
import { ConfirmPayment } from '../../src/core/checkout/confirm-payment.ts';
import { RentDevice } from '../../src/core/checkout/rent-device.ts';
import { PayOrder } from '../../src/core/checkout/pay-order.ts';
import { Problem } from '../../src/core/problem.ts';
import type { HttpRequest } from '../../src/ports/http.ts';
import type { PayableOrder } from '../../src/core/order/order.ts';
import { coreOnFakes } from './core-on-fakes.ts';
import { aCardOrder, aLeaseOrder, aPage, aSheet, done } from './wire.ts';

type Wire = Record<string, unknown>;

export const IDEMPOTENCY_HEADER = 'Idempotency-Key';

const PHONE_TIME = Date.parse('2026-03-02T09:00:00+08:00');

export const LEASE_ORDER = '/order/consume/order';
export const CARD_ORDER = '/order/charge/order';
export const PRE_PAY = '/wxPay/prePay';
export const LEASE_DETAIL = '/order/detail';
export const LEASE_LIST = '/order/list';
export const CARD_LIST = '/wallet/list';

/** A server that really keeps the orders it is asked to make, taught to a FakeHttp. */
export class OrderDesk {
  readonly orders: Wire[] = [];
  prices: { lease: number | string; card: number | string } = { lease: '19.90', card: 99 };
  /** By how much the server's clock is ahead of the phone's, where that matters; ms. */
  clockAhead?: number;
  /** What its lease orders say beyond the usual. */
  calls: Wire = {};
  private made = 100;
  private readonly answered = new Map<string, TaughtResponse>();

  constructor(private readonly http: FakeHttp) {
    http.answers(PRE_PAY, done(aSheet));
    this.answers();
    this.isReachable();
  }

  /** Orders are made and answered. */
  answers(): void {
    this.http.answers(LEASE_ORDER, (request) => this.makeLease(request)).answers(CARD_ORDER, (request) => this.makeCard(request));
  }

  /** Questions about orders are answered. */
  isReachable(): void {
    this.http
      .answers(LEASE_DETAIL, (request) => done(this.named((JSON.parse(request.body) as { data: string }).data)))
      .answers(LEASE_LIST, () => aPage(...this.orders.filter((order) => 'orderNo' in order).toReversed()))
      .answers(CARD_LIST, () => aPage(...this.orders.filter((order) => 'chargeOrderNo' in order).toReversed()));
  }

  /** Questions about orders find nobody. */
  isUnreachable(): void {
    for (const path of [LEASE_DETAIL, LEASE_LIST, CARD_LIST]) this.http.answers(path, new Problem('timeout'));
  }

  /** The next order is made, and the answer never comes. */
  losesItsAnswer(path = LEASE_ORDER): void {
    const make = this.maker(path);
    const lost = (request: HttpRequest) => {
      make(request);
      return new Problem('timeout');
    };
    this.http.answers(path, lost, make);
  }

  /** The next order is made, and this happens before it is answered. */
  beforeItAnswers(happens: () => void): void {
    this.http.answers(LEASE_ORDER, (request) => {
      const made = this.makeLease(request);
      happens();
      return made;
    });
  }

  /** The next request for an order never arrives. */
  hearsNothing(path = LEASE_ORDER): void {
    this.http.answers(path, new Problem('network'), this.maker(path));
  }

  /** The money has moved: for that order, or for all of them. */
  moneyMoves(number?: string): void {
    for (const order of this.orders) if (number === undefined || order['orderNo'] === number) Object.assign(order, { status: '支付完成', statusDesc: '支付完成', statusCode: 5 });
  }

  /** All its orders say this of themselves. */
  says(fields: Wire): void {
    for (const order of this.orders) Object.assign(order, fields);
  }

  cancelsAll(): void {
    for (const order of this.orders) Object.assign(order, { status: '已取消', statusDesc: '已过期', statusCode: -1 });
  }

  private named(number: string): Wire | undefined {
    return this.orders.find((order) => order['orderNo'] === number);
  }

  private maker(path: string): (request: HttpRequest) => TaughtResponse {
    return path === LEASE_ORDER ? (request) => this.makeLease(request) : (request) => this.makeCard(request);
  }

  private makeLease(request: HttpRequest): TaughtResponse {
    return this.once(request, () => {
      const orderNo = `L-${this.made++}`;
      const payMoney = this.prices.lease;
      const state = Number(payMoney) === 0 ? { status: '支付完成', statusCode: 5 } : {};
      const made = this.clockAhead === undefined ? {} : { ctime: PHONE_TIME + this.clockAhead };
      this.orders.push(aLeaseOrder({ orderNo, payMoney, ...state, ...made, ...this.calls }));
      return done({ orderNo, payMoney });
    });
  }

  private makeCard(request: HttpRequest): TaughtResponse {
    return this.once(request, () => {
      const chargeOrderNo = `C-${this.made++}`;
      const payMoney = this.prices.card;
      this.orders.push(aCardOrder({ chargeOrderNo, payMoney }));
      return done({ chargeOrderNo, payMoney });
    });
  }

  /** Where the request carries an idempotency key it is answered once by that, and as often as it is asked. */
  private once({ headers }: HttpRequest, make: () => TaughtResponse): TaughtResponse {
    const key = headers[IDEMPOTENCY_HEADER];
    const answer = (key === undefined ? undefined : this.answered.get(key)) ?? make();
    if (key !== undefined) this.answered.set(key, answer);
    return answer;
  }
}

/** A user who has chosen a device, before a server that takes orders. */
export function atTheDesk(configuration?: object) {
  const core = coreOnFakes({ configuration });
  core.at({ sno: 'DEV0001' });
  return {
    ...core,
    desk: new OrderDesk(core.http),
    renting: core.get(RentDevice),
    paying: core.get(PayOrder),
    confirming: core.get(ConfirmPayment),
    records: core.get(CheckoutRecords),
  };
}

export const anOrder: PayableOrder = { kind: 'lease', number: 'L-1', amountFen: 1990, sno: 'DEV0001', operatorId: 'shop-1' };
export const anotherOrder: PayableOrder = { ...anOrder, number: 'L-2' };

/** The same, with two orders already made. */
export function withAnOrder(configuration?: object) {
  const core = atTheDesk(configuration);
  core.desk.orders.push(aLeaseOrder({ orderNo: 'L-1' }), aLeaseOrder({ orderNo: 'L-2' }));
  return core;
}
