import * as v from 'valibot';
import { notifyAll } from '../notify-all.ts';
import type { AccountScope, StoredArea } from './account-scope.ts';

/** One schema for each field of `T`, including optional fields. A new field without a schema does not compile. */
export type SchemaFields<T> = { [Field in keyof Required<T>]: v.GenericSchema<unknown, T[Field]> };

/** One stored value. Only this class accesses its key. */
export class Stored<T> {
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly scope: AccountScope,
    private readonly area: StoredArea,
    private readonly key: string,
    private readonly schema: v.GenericSchema<unknown, T>,
  ) {
    scope.onChange(() => this.notify());
  }

  /**
   * Returns the value; undefined if none is stored, or if the stored text is damaged or has another shape. Throws the
   * Problem `storage`.
   */
  get(): T | undefined {
    const text = this.scope.read(this.area, this.key);
    return text === undefined ? undefined : parseStored(this.schema, text);
  }

  /** Replaces the value; undefined removes it. Throws the Problem `storage` without notifying the listeners. */
  set(value: T | undefined): void {
    if (value === undefined) this.scope.remove(this.area, this.key);
    else this.scope.write(this.area, this.key, JSON.stringify(value));
    this.notify();
  }

  /** Calls `listener` after each change that this page makes, until the caller unsubscribes. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(): void {
    notifyAll(this.listeners);
  }
}

/** Parses a stored text; undefined if it does not match the schema. */
export function parseStored<T>(schema: v.GenericSchema<unknown, T>, text: string): T | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const parsed = v.safeParse(schema, value);
  return parsed.success ? parsed.output : undefined;
}

/**
 * Schema of a string union. The values are the keys of an object, so that a new member of the type does not compile
 * without an entry.
 */
export function oneOf<Value extends string>(words: Record<Value, true>): v.GenericSchema<unknown, Value> {
  return v.picklist(Object.keys(words) as Value[]) as v.GenericSchema<unknown, Value>;
}
