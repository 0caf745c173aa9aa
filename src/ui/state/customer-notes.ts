import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AccountScope } from '../../core/state/account-scope.ts';
import { instant, objectOf, text } from '../../core/state/schemas.ts';
import { StoredRecord } from '../../core/state/stored.ts';

interface CustomerNote {
  /** When it was written; epoch ms. */
  at: number;
  words: string;
}

const MAX_NOTES = 500;

const schema = objectOf<CustomerNote>({ at: instant, words: text });

/**
 * What an assistant has written about the customer of a rental, by the number of its order: the next rental of the same
 * device is another customer's. Nobody else gets to see it.
 */
export class CustomerNotes {
  private rows: Readonly<Record<string, CustomerNote>>;
  readonly #stored: StoredRecord<CustomerNote>;

  constructor(stored: StoredRecord<CustomerNote>) {
    this.#stored = stored;
    this.rows = stored.get();
    makeAutoObservable<this, 'rows'>(this, { keep: false, of: false, rows: observableRef });
    stored.subscribe(() => runInAction(() => (this.rows = stored.get())));
  }

  of(orderNo: string): string | undefined {
    return this.rows[orderNo]?.words;
  }

  /**
   * An order takes over the note of the rental that it renews, whose customer stays, and has none if that one has none: a note
   * of its own is about another customer, because a server may return an order that waits to be paid in place of a new one.
   */
  placed(order: string, renewed: string | undefined, now: number): void {
    const words = (renewed === undefined ? undefined : this.of(renewed)) ?? '';
    if (words !== (this.of(order) ?? '')) this.keep(order, words, now);
  }

  /** Keeps the newest notes. Empty words remove the note. */
  keep(orderNo: string, words: string, now: number): void {
    const { [orderNo]: _, ...others } = this.#stored.get();
    const newest = Object.entries(others).slice(-MAX_NOTES + 1);
    const written = words === '' ? [] : [[orderNo, { at: now, words }] as const];
    this.#stored.set(Object.fromEntries([...newest, ...written]));
  }
}

export function customerNotes(scope: AccountScope): CustomerNotes {
  return new CustomerNotes(new StoredRecord(scope, 'account', 'customerNotes', schema));
}
