import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { AccountScope } from '../../core/state/account-scope.ts';
import { instant, objectOf, recordOf, text } from '../../core/state/schemas.ts';
import { StoredRecord } from '../../core/state/stored.ts';
import { HOUR, isWithin } from '../../core/basics/time.ts';

/** The unsent input of each form. */
export interface Drafts {
  login: { mobile: string; code: string };
  share: { mobile: string };
  feedback: { content: string; phone: string };
}

/** A form, and what it was opened for, for example an order; empty for nothing in particular. */
export interface DraftSubject<Name extends keyof Drafts = keyof Drafts> {
  name: Name;
  about: string;
}

interface KeptDraft {
  /** When it was typed last; epoch ms. */
  at: number;
  typed: Record<string, string>;
}

const schema = objectOf<KeptDraft>({ at: instant, typed: recordOf(text) });

/**
 * The drafts of all forms as observable state. All windows of one account share them. Each belongs to what its form was
 * opened for, and lives an hour.
 */
export class DraftStore {
  private rows: Readonly<Record<string, KeptDraft>>;
  readonly #stored: StoredRecord<KeptDraft>;

  constructor(stored: StoredRecord<KeptDraft>) {
    this.#stored = stored;
    this.rows = stored.get();
    makeAutoObservable<this, 'rows'>(this, {
      keep: false,
      discard: false,
      forget: false,
      rows: observableRef,
    });
    stored.subscribe(() => runInAction(() => (this.rows = stored.get())));
  }

  /** `openedAt`: when the form opened. What it showed by then, and what was typed since, stays while it is open. */
  of<Name extends keyof Drafts>(subject: DraftSubject<Name>, openedAt: number): Partial<Drafts[Name]> | undefined {
    const kept = this.rows[keyOf(subject)];
    return kept && openedAt - kept.at < HOUR ? (kept.typed as Partial<Drafts[Name]>) : undefined;
  }

  keep<Name extends keyof Drafts>(subject: DraftSubject<Name>, typed: Drafts[Name], now: number): void {
    this.#stored.set({ ...this.living(now), [keyOf(subject)]: { at: now, typed } });
  }

  discard(subject: DraftSubject): void {
    const { [keyOf(subject)]: _, ...others } = this.#stored.get();
    this.#stored.set(others);
  }

  /** Removes the drafts that are older than an hour. Reads what other windows have typed meanwhile. */
  forget(now: number): void {
    this.#stored.set(this.living(now));
  }

  private living(now: number): Record<string, KeptDraft> {
    return Object.fromEntries(Object.entries(this.#stored.get()).filter(([, { at }]) => isWithin(HOUR, at, now)));
  }
}

export function drafts(scope: AccountScope): DraftStore {
  return new DraftStore(new StoredRecord(scope, 'account', 'drafts', schema));
}

function keyOf({ name, about }: DraftSubject): string {
  return `${name} ${about}`;
}
