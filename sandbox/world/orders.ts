import type { WorldClock } from './clock.ts';
import type { Plan } from './operators.ts';
import type { Seed } from './seed.ts';
import { MINUTE } from './units.ts';

const PAYABLE_FOR = 15 * MINUTE;

/** The signed prepay parameters of one order. */
export interface Prepay {
  package: string;
  orderId: string;
  appId: string;
  timeStamp: string;
  nonceStr: string;
  signType: string;
  paySign: string;
}

export type OrderWords =
  | '待支付'
  | '支付中'
  | '支付完成'
  | '使用中'
  | '订单完成'
  | '已取消'
  | '已过期'
  | '已退款'
  | '部分退款';

export interface Order {
  number: string;
  kind: 'lease' | 'card';
  userId: string;
  operatorId: string;
  sno?: string;
  assist: boolean;
  plan: Plan;
  planName: string;
  createdAt: number;
  paidAt?: number;
  cancelledAt?: number;
  /** What the shop refunded of it. */
  refunded?: 'whole' | 'part';
  /** How much of it, fen. */
  refundedFen?: number;
  /** Set for demo orders of the past. */
  words?: OrderWords | undefined;
  prepays: Prepay[];
  /** The payments that moved money for this order. More than one is an error of the app. */
  charges: string[];
}

type NewOrder = Pick<Order, 'kind' | 'userId' | 'operatorId' | 'sno' | 'assist' | 'plan'> &
  Partial<Pick<Order, 'createdAt' | 'words' | 'paidAt' | 'cancelledAt'>>;

/** All lease orders and card orders. */
export class Orders {
  readonly all: Order[] = [];
  private readonly byNumber = new Map<string, Order>();

  constructor(
    private readonly seed: Seed,
    private readonly clock: WorldClock,
  ) {}

  find(number: string): Order | undefined {
    return this.byNumber.get(number);
  }

  /** Newest first. */
  of(userId: string, kind: Order['kind']): Order[] {
    return this.all
      .filter((order) => order.userId === userId && order.kind === kind)
      .toSorted((one, other) => other.createdAt - one.createdAt);
  }

  add(order: NewOrder): Order {
    const serial = String(this.all.length + 1).padStart(6, '0');
    const number = `${order.kind === 'lease' ? 'ZL' : 'CZ'}${this.seed.digits(`order/${serial}`, 8)}${serial}`;
    const added: Order = {
      createdAt: this.clock.now(),
      ...order,
      planName: planNameOf(order),
      number,
      prepays: [],
      charges: [],
    };
    this.all.push(added);
    this.byNumber.set(number, added);
    return added;
  }

  /** The newest orders. */
  newest(count: number): Order[] {
    return this.all.slice(-count).toReversed();
  }

  statusWords(order: Order): OrderWords {
    if (order.refunded) return order.refunded === 'part' ? '部分退款' : '已退款';
    if (order.words) return order.words;
    if (order.cancelledAt !== undefined) return '已取消';
    if (order.paidAt !== undefined) return '支付完成';
    if (this.clock.now() > order.createdAt + PAYABLE_FOR) return '已过期';
    return order.prepays.length > 0 ? '支付中' : '待支付';
  }

  /** Cancels an order in whatever state it is. */
  cancel(order: Order): void {
    order.words = undefined;
    order.cancelledAt = this.clock.now();
  }

  isOpen(order: Order): boolean {
    return this.codeOf(order) === 1;
  }

  codeOf(order: Order): 1 | 5 | -1 {
    const words = this.statusWords(order);
    if (words === '待支付' || words === '支付中') return 1;
    return words === '已取消' || words === '已过期' ? -1 : 5;
  }

  prepare(order: Order, appId: string): Prepay {
    const name = `prepay/${order.number}/${order.prepays.length}`;
    const prepay: Prepay = {
      package: `prepay_id=wx${this.seed.digits(name, 14)}${this.seed.hex(name, 18)}`,
      orderId: order.number,
      appId,
      timeStamp: String(Math.floor(this.clock.now() / 1000)),
      nonceStr: this.seed.hex(`${name}/nonce`, 32),
      signType: 'RSA',
      paySign: Buffer.from(this.seed.hex(`${name}/sign`, 64), 'hex').toString('base64'),
    };
    order.prepays.push(prepay);
    return prepay;
  }

  prepared(prepayPackage: string): { order: Order; prepay: Prepay } | undefined {
    for (const order of this.all) {
      const prepay = order.prepays.find((each) => each.package === prepayPackage);
      if (prepay) return { order, prepay };
    }
    return undefined;
  }
}

function planNameOf({ kind, plan }: Pick<Order, 'kind' | 'plan'>): string {
  return kind === 'lease' ? `按时长租赁 ${plan.num}天` : `次卡 ${plan.num}次`;
}
