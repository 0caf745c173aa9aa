import type { Plan } from '../../../src/core/lease/plan.ts';
import type { Order } from '../../../src/core/order/order.ts';
import { MINUTE } from '../../../src/core/basics/time.ts';
import { Problem } from '../../../src/core/problem.ts';
import type { Call } from '../kernel/network.ts';
import type { SimulatedPage } from './page.ts';
import type { Sheet } from './sheet.ts';

/** The price of each plan before and after the shop raises it; integer fen. */
export const PRICES = [1_990, 2_990] as const;
export const OPERATOR = 'shop-1';
const REFUNDED = '已退款';

/** What a person can buy: days with a device, or uses with the operator. */
export type Ware = 'DEV0001' | 'DEV0002' | 'card';

export function planOf(ware: Ware, priceFen: number): Plan {
  return ware === 'card'
    ? { id: 'u10', basis: 'uses', modeId: 'recharge-1', amount: 10, unit: 'use', priceFen }
    : { id: 'd7', basis: 'duration', modeId: 'mode-1', amount: 7, unit: 'day', priceFen };
}

/** What the server knows of an order, and what is true of its money. */
export interface ShopOrder {
  readonly number: string;
  readonly ware: Ware;
  readonly account: string;
  /** The page that asked for it, and the price of the plan on its screen; integer fen. */
  readonly by: SimulatedPage;
  readonly planFen: number;
  /** When its request was sent, by the clock of the phone; epoch ms. */
  readonly phoneAt: number;
  readonly key: string | undefined;
  amountFen: number;
  /** Every amount that the server ever named for it. */
  readonly amounts: Set<number>;
  state: 'to-pay' | 'paid' | 'refunded' | 'cancelled' | 'gone';
  wasPaid: boolean;
  /** It was cancelled, or the server has forgotten it. */
  hasEnded: boolean;
  readonly planId: string;
  /** The money of the customer has moved. The server may learn it later. */
  charge: { at: number; sheet: Sheet | undefined } | undefined;
  /** The server names its state with a word that no release knows. */
  isWordUnknown: boolean;
  /** It did so once: such an order is not taken for one whose response was lost. */
  hadUnknownWord: boolean;
}

/** What a page sends with each call. */
export interface Asked {
  readonly page: SimulatedPage;
  readonly account: string;
  readonly input: unknown;
  readonly key: string | undefined;
  readonly attempt: number;
  /** When it was sent, by the clock of the phone; epoch ms. */
  readonly phoneAt: number;
}

interface OrderInput {
  number: string;
}

/** The server of the shop: the truth about orders and money. */
export class Shop {
  /** Newest first. */
  readonly orders: ShopOrder[] = [];
  isPriceRaised = false;
  /** One row of each list cannot be read. */
  hasUnreadableRows = false;

  /** `hasKeys`: the server answers a repeated order request by its idempotency key. */
  constructor(
    private readonly hasKeys: boolean,
    private readonly witness: {
      /** An order is about to be made. */
      ordered(order: ShopOrder): void;
      /** A page asks for the order of another person. */
      askedByAnother(order: ShopOrder, page: SimulatedPage): void;
    },
  ) {}

  get priceFen(): number {
    return PRICES[this.isPriceRaised ? 1 : 0];
  }

  order(number: string): ShopOrder | undefined {
    return this.orders.find((order) => order.number === number);
  }

  /** Acts on a call, and returns its answer. */
  serve(call: Call<Asked>): unknown {
    const { page, account, input } = call.input;
    switch (call.name) {
      case 'lease.createLeaseOrder':
      case 'lease.createCardOrder':
        return this.create(call);
      case 'lease.listDurationPlans':
        return this.plansOf((input as { sno: Ware }).sno);
      case 'lease.listUsePlans':
        return this.plansOf('card');
      case 'order.listLeaseOrders':
        return this.list(account, (ware) => ware !== 'card');
      case 'order.listCardOrders':
        return this.list(account, (ware) => ware === 'card');
      case 'order.getLeaseOrder': {
        const order = this.ownOrder(input as OrderInput, page);
        return order && order.state !== 'gone' ? rowOf(order) : null;
      }
      case 'payment.prePay':
        return this.prepare(this.ownOrder(input as OrderInput, page));
      case 'order.cancelLeaseOrder':
      case 'order.cancelCardOrder':
        return this.cancel(this.ownOrder(input as OrderInput, page));
      case 'device.checkDevice':
        return { ownerId: OPERATOR, status: 'free' };
      case 'account.getUser':
        return { assist: false };
      default:
        throw new Error(`the shop knows no call ${call.name}`);
    }
  }

  /** The server learns that the money of an order has moved. The price of an order that was cancelled is paid back. */
  learn(order: ShopOrder): void {
    order.wasPaid = true;
    if (order.state === 'to-pay') order.state = 'paid';
    else if (order.hasEnded) order.state = 'refunded';
  }

  private create(call: Call<Asked>): unknown {
    const { page, account, input, key, attempt, phoneAt } = call.input;
    // The requests of one key are handled in their order.
    if (!call.isAwaited && page.phone.hasRepeated(key, attempt)) return undefined;
    const { plan, sno } = input as { plan: Plan; sno?: Ware };
    const known = this.hasKeys ? this.orders.find((order) => order.key === key) : undefined;
    if (known) return answerOf(known);
    const order: ShopOrder = {
      number: `L${this.orders.length + 1}`,
      ware: sno ?? 'card',
      account,
      by: page,
      planFen: plan.priceFen,
      phoneAt,
      key,
      amountFen: this.priceFen,
      amounts: new Set([this.priceFen]),
      state: 'to-pay',
      wasPaid: false,
      hasEnded: false,
      planId: plan.id,
      charge: undefined,
      isWordUnknown: false,
      hadUnknownWord: false,
    };
    this.witness.ordered(order);
    this.orders.unshift(order);
    return answerOf(order);
  }

  private prepare(order: ShopOrder | undefined): unknown {
    if (order?.state !== 'to-pay') return new Problem('refused', { serverCode: '1' });
    return { appId: 'wx', number: order.number, amountFen: String(order.amountFen) };
  }

  private cancel(order: ShopOrder | undefined): unknown {
    if (order?.state !== 'to-pay') return new Problem('refused', { serverCode: '1' });
    this.end(order, 'cancelled');
    return undefined;
  }

  /** The order ends unpaid, as far as the server knows. */
  end(order: ShopOrder, state: 'cancelled' | 'gone'): void {
    order.state = state;
    order.hasEnded = true;
  }

  private list(account: string, isListed: (ware: Ware) => boolean) {
    const orders = this.orders.filter(
      (order) => order.account === account && order.state !== 'gone' && isListed(order.ware),
    );
    const isUnreadable = this.hasUnreadableRows && orders.length > 0;
    const readable = isUnreadable ? orders.slice(1) : orders;
    return { records: readable.map(rowOf), unreadable: isUnreadable ? 1 : 0, total: orders.length };
  }

  private plansOf(ware: Ware) {
    return { records: [planOf(ware, this.priceFen)], unreadable: 0 };
  }

  private ownOrder({ number }: OrderInput, page: SimulatedPage): ShopOrder | undefined {
    const order = this.order(number);
    if (order && order.account !== page.account) this.witness.askedByAnother(order, page);
    return order;
  }
}

function answerOf({ ware, number, amountFen }: ShopOrder) {
  return { kind: ware === 'card' ? 'card' : 'lease', number, amountFen };
}

/** The row of an order, as the decoders give it. */
function rowOf({ number, ware, state, amountFen, isWordUnknown }: ShopOrder): Order {
  const isCard = ware === 'card';
  return {
    kind: isCard ? 'card' : 'lease',
    number,
    state: isWordUnknown ? 'unknown' : state === 'refunded' ? 'paid' : state === 'gone' ? 'cancelled' : state,
    statusText: state === 'refunded' && !isWordUnknown ? REFUNDED : undefined,
    sno: isCard ? undefined : ware,
    planName: isCard ? '10次' : '7天',
    uses: isCard ? 10 : undefined,
    operatorId: OPERATOR,
    amountFen,
    dueFen: state === 'cancelled' ? undefined : amountFen,
  };
}

/** How long after a payment the server may still not know of it. */
export const LONGEST_LAG_MS = 40 * MINUTE;
