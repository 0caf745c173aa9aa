import type { AppStorage, StorageArea } from '../../ports/app-storage.ts';
import type { PayableOrder } from '../order/order.ts';
import type { Destination } from '../destination.ts';
import { rememberedAs } from './remembered.ts';

/** An intent to buy: the key all its tries carry, and the order once it is known. */
export interface Wish {
  key: string;
  /** When it was last tried; epoch ms. */
  at: number;
  /** The order was sent for, and no proper answer came. */
  inDoubt?: boolean;
  /** The orders that there were before it was sent for, by number. */
  before?: readonly string[];
  order?: PayableOrder;
}

/** A payment that was opened and is not settled yet. */
export interface OpenPayment {
  order: PayableOrder;
  /** What the customer's side said last; `opened` while it has said nothing. */
  answer: 'opened' | 'ok' | 'none' | 'cancel' | 'fail';
  /** Epoch ms of that. */
  at: number;
  leadsTo?: Destination;
}

/** What is remembered of purchases, by its name. */
export interface Memory {
  wishes: Record<string, Wish>;
  /** The payment that was opened last and is not settled, and those of other orders before it. */
  payment: OpenPayment;
  earlierPayments: OpenPayment[];
  /** An order that was paid and not used for a start yet. */
  paidOrder: PayableOrder;
}

/** What all pages of this phone share, and what outlives a page that is thrown away. */
const LASTING: readonly (keyof Memory)[] = ['wishes', 'payment', 'earlierPayments'];

/** What is remembered of purchases from screen to screen, or from command to command. */
export class Visit {
  constructor(private readonly storage: AppStorage) {}

  /** What is remembered under that name; one that is damaged, or that somebody else wrote, is none. */
  get<Name extends keyof Memory>(name: Name): Memory[Name] | undefined {
    const text = this.storage.read(areaOf(name), name);
    return text === undefined ? undefined : rememberedAs(name, text);
  }

  set<Name extends keyof Memory>(name: Name, value: Memory[Name]): void {
    this.storage.write(areaOf(name), name, JSON.stringify(value));
  }

  forget(...names: (keyof Memory)[]): void {
    for (const name of names) this.storage.remove(areaOf(name), name);
  }
}

function areaOf(name: keyof Memory): StorageArea {
  return LASTING.includes(name) ? 'account' : 'session';
}
