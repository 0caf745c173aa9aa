import type { PayableOrder } from '../../ports/payment-bridge.ts';
import type { Destination } from '../destination.ts';
import type { FindOrder } from '../order/find-order.ts';
import type { PayOrder } from '../payment/pay-order.ts';
import type { Wishes } from '../payment/wishes.ts';
import type { Visit } from '../session/visit.ts';
import { SingleFlight } from '../single-flight.ts';
import { restrictionOn, type LeaseTerms, type Restriction } from './lease-terms.ts';
import type { PlaceOrder } from './place-order.ts';
import type { Plan } from './plan.ts';

/** Where buying a plan has come to before any payment. */
export type OrderOutcome =
  | { kind: 'no-plan' }
  | { kind: 'restricted'; restriction: Restriction }
  /** Nothing to pay: it is rented. `paid`: this very wish was paid before. */
  | { kind: 'free' | 'paid'; order: PayableOrder; destination: Destination }
  /** `waited`: another page of this phone was ordering when this one wanted to. */
  | { kind: 'ordered'; order: PayableOrder; waited: boolean };

export type RentOutcome =
  | Exclude<OrderOutcome, { kind: 'ordered' }>
  /** `confirming`: the place to go to asks the server; `cancelled`: the order stays, to be paid later. */
  | { kind: 'confirming' | 'cancelled'; order: PayableOrder; destination: Destination }
  /** Not paid; trying again pays the same order. */
  | { kind: 'failed'; order: PayableOrder; message?: string };

/** Buys a plan: one order for one wish, and its payment. */
export class RentDevice {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly placing: PlaceOrder,
    private readonly payments: PayOrder,
    private readonly findOrder: FindOrder,
    private readonly visit: Visit,
    private readonly wishes: Wishes,
  ) {}

  /** The plan was chosen: whatever can be asked before it is paid for is asked now. */
  choose(plan: Plan, terms: LeaseTerms): void {
    if (!restrictionOn(plan.basis, terms)) this.placing.lookAhead(plan, terms);
  }

  /** Orders the plan and lets it be paid. Rejects with the Problem of either; trying again goes on with the same order. */
  rent(plan: Plan | undefined, terms: LeaseTerms): Promise<RentOutcome> {
    return this.flights.run('rent', async () => {
      if (!plan) return { kind: 'no-plan' };
      const ordered = await this.placed(plan, terms);
      if (ordered.kind !== 'ordered') return ordered;
      const { order, waited } = ordered;
      const destination = this.afterPaying(plan, terms);
      const payment = await this.payments.pay(order, destination, { waited });
      if (payment.kind === 'failed') return { ...payment, order };
      if (payment.kind !== 'cancelled') return { kind: payment.kind, order, destination };
      return { kind: 'cancelled', order, destination: await this.afterCancelling(order, terms) };
    });
  }

  /** Orders the plan without paying it, or names the open order of the same wish. */
  order(plan: Plan | undefined, terms: LeaseTerms): Promise<OrderOutcome> {
    return this.flights.run('order', async () => (plan ? this.placed(plan, terms) : { kind: 'no-plan' }));
  }

  private async placed(plan: Plan, terms: LeaseTerms): Promise<OrderOutcome> {
    const restriction = restrictionOn(plan.basis, terms);
    if (restriction) return { kind: 'restricted', restriction };
    const { order, paid, waited } = await this.placing.place(plan, terms);
    if (paid) return { kind: 'paid', order, destination: this.afterPaying(plan, terms) };
    if (order.amountFen > 0) return { kind: 'ordered', order, waited };
    this.wishes.settle(order);
    return { kind: 'free', order, destination: { to: 'mode-menu' } };
  }

  private afterPaying(plan: Plan, { renewal }: LeaseTerms): Destination {
    if (renewal === 'device') return { to: 'my', renewed: true };
    if (plan.basis === 'uses') return { to: 'cards', paid: true };
    const sno = this.visit.get('device')?.sno;
    return this.visit.get('started') && sno !== undefined ? { to: 'process', sno, paid: true } : { to: 'mode-menu', paid: true };
  }

  private async afterCancelling(order: PayableOrder, { renewal }: LeaseTerms): Promise<Destination> {
    if (renewal === 'card') return { to: 'cards' };
    const found = await this.findOrder.find(order).catch(() => undefined);
    if (!found) return { to: 'cards' };
    this.visit.set('order', found);
    return { to: 'order-detail', kind: found.kind, cancelled: true };
  }
}
