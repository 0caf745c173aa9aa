import * as v from 'valibot';
import type { Correction } from '../../ports/clock.ts';
import { instantsIn, withInstants } from '../basics/instants.ts';
import { notifyAll } from './notify-all.ts';
import type { AccountScope, StoredArea } from './account-scope.ts';

/** One schema for each field of `T`, including optional fields. A new field without a schema does not compile. */
export type SchemaFields<T> = { [Field in keyof Required<T>]: v.GenericSchema<unknown, T[Field]> };

/** Stored JSON under one key. Nothing else writes that key. */
abstract class StoredJson<T> {
  private readonly listeners = new Set<() => void>();
  /** The instants that this page has stored; epoch ms. */
  private written: ReadonlySet<number> = new Set();
  /** The text that was read last, and its value: several readers of one moment share it. */
  private last?: { readonly text: string | undefined; readonly value: T };

  constructor(
    private readonly scope: AccountScope,
    private readonly area: StoredArea,
    private readonly key: string,
  ) {
    scope.onChange(() => this.notify());
  }

  /** Returns the value as stored now. Throws the Problem `storage`. */
  get(): T {
    const text = this.scope.read(this.area, this.key);
    if (!this.last || this.last.text !== text) this.last = { text, value: this.read(jsonIn(text)) };
    return this.last.value;
  }

  /** Replaces the value. Throws the Problem `storage` without notifying the listeners. */
  set(value: T): void {
    this.scope.exclusively(() => {
      const stored = jsonIn(this.scope.read(this.area, this.key));
      const json = this.write(value, stored);
      const others = instantsIn(stored).filter((at) => !this.written.has(at));
      this.written = new Set(instantsIn(json).filter((at) => !others.includes(at)));
      if (json === undefined) this.scope.remove(this.area, this.key);
      else this.scope.write(this.area, this.key, JSON.stringify(json));
    });
    this.notify();
  }

  /**
   * Applies a correction of the clock to what this page has stored, and to what is in the future now. The other pages of
   * this phone move what they have stored, and what an earlier page stored stays. `now`: epoch ms.
   */
  correct(correct: Correction, now: number): void {
    const isWrong = (at: number) => (this.written.has(at) || at > now) && correct(at) <= now;
    const before = this.get();
    const after = withInstants(before, (at) => (isWrong(at) ? correct(at) : at));
    if (after !== before) this.set(after);
  }

  /** Calls `listener` after each change that this page makes, until the caller unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  protected abstract read(json: unknown): T;
  /** Returns the JSON of the value; undefined removes the key. `stored`: the JSON that it replaces. */
  protected abstract write(value: T, stored: unknown): unknown;

  private notify(): void {
    notifyAll(this.listeners);
  }
}

/**
 * One stored value; undefined if none is stored, or if the stored text is damaged or has another shape. Setting
 * undefined removes it.
 */
export class Stored<T> extends StoredJson<T | undefined> {
  constructor(
    scope: AccountScope,
    area: StoredArea,
    key: string,
    private readonly schema: v.GenericSchema<unknown, T>,
  ) {
    super(scope, area, key);
  }

  protected override read(json: unknown): T | undefined {
    const parsed = v.safeParse(this.schema, json);
    return parsed.success ? parsed.output : undefined;
  }

  protected override write(value: T | undefined): unknown {
    return value;
  }
}

/**
 * A stored list, read row by row. Another release of the app may have written some of the rows. A row that this release
 * cannot read is not among the rows of `get`, and stays in the storage as it is; so does what this release cannot read
 * of a row that it does not replace.
 */
export class StoredList<Row> extends StoredJson<readonly Row[]> {
  constructor(
    scope: AccountScope,
    area: StoredArea,
    key: string,
    private readonly row: v.GenericSchema<unknown, Row>,
  ) {
    super(scope, area, key);
  }

  protected override read(json: unknown): readonly Row[] {
    return rowsIn(json).flatMap((stored) => readRow(this.row, stored) ?? []);
  }

  protected override write(rows: readonly Row[], stored: unknown): unknown {
    const unreadable = rowsIn(stored).filter((row) => !v.is(this.row, row));
    const all = [...rows.map(asStored), ...unreadable];
    return all.length > 0 ? all : undefined;
  }
}

/** A stored record, read row by row like a `StoredList`. A row with the key of an unreadable one replaces it. */
export class StoredRecord<Row> extends StoredJson<Readonly<Record<string, Row>>> {
  constructor(
    scope: AccountScope,
    area: StoredArea,
    key: string,
    private readonly row: v.GenericSchema<unknown, Row>,
  ) {
    super(scope, area, key);
  }

  protected override read(json: unknown): Readonly<Record<string, Row>> {
    return Object.fromEntries(
      entriesIn(json).flatMap(([key, stored]) => readRow(this.row, stored)?.map((row) => [key, row]) ?? []),
    );
  }

  protected override write(rows: Readonly<Record<string, Row>>, stored: unknown): unknown {
    const unreadable = entriesIn(stored).filter(([, row]) => !v.is(this.row, row));
    const all = [...unreadable, ...Object.entries(rows).map(([key, row]) => [key, asStored(row)] as const)];
    return all.length > 0 ? Object.fromEntries(all) : undefined;
  }
}

/** The JSON from which a row was read. It may have fields of another release. */
const sources = new WeakMap<object, unknown>();

/** Returns the row in a list; undefined if it cannot be read. */
function readRow<Row>(schema: v.GenericSchema<unknown, Row>, stored: unknown): [Row] | undefined {
  const parsed = v.safeParse(schema, stored);
  if (!parsed.success) return undefined;
  if (typeof parsed.output === 'object' && parsed.output !== null) sources.set(parsed.output, stored);
  return [parsed.output];
}

function asStored(row: unknown): unknown {
  return typeof row === 'object' && row !== null ? (sources.get(row) ?? row) : row;
}

function rowsIn(json: unknown): readonly unknown[] {
  return Array.isArray(json) ? json : [];
}

function entriesIn(json: unknown): [string, unknown][] {
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return [];
  return Object.entries(json).filter(([key]) => key !== '__proto__');
}

/** Parses JSON; undefined if there is none or the text is damaged. */
function jsonIn(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Schema of a string union. The values are the keys of an object, so that a new member of the type does not compile
 * without an entry.
 */
export function oneOf<Value extends string>(words: Record<Value, true>): v.GenericSchema<unknown, Value> {
  return v.picklist(Object.keys(words) as Value[]) as v.GenericSchema<unknown, Value>;
}
