import * as v from 'valibot';
import type { AccountScope } from './account-scope.ts';

/** `session` ends with the tab (or the CLI's sign-out); `account` stays on the phone until another account comes. */
export type StoredArea = 'session' | 'account';

/** One schema for each field of `T`, optional fields included: a new field without a schema does not compile. */
export type SchemaFields<T> = { [Field in keyof Required<T>]: v.GenericSchema<unknown, T[Field]> };

/** One piece of remembered state: the only way to its key. */
export class Stored<T> {
  private readonly listeners = new Set<() => void>();

  constructor(
    private readonly scope: AccountScope,
    private readonly area: StoredArea,
    private readonly key: string,
    private readonly schema: v.GenericSchema<unknown, T>,
  ) {
    scope.onCleared(() => this.notify());
  }

  /** The value; undefined where none is stored, or where the stored text is damaged or of another shape. Throws the Problem `storage`. */
  get(): T | undefined {
    const text = this.scope.storage.read(this.area, this.key);
    return text === undefined ? undefined : parseStored(this.schema, text);
  }

  /** Replaces the value; undefined removes it. Throws the Problem `storage`, and then notifies nobody. */
  set(value: T | undefined): void {
    if (value === undefined) this.scope.storage.remove(this.area, this.key);
    else this.scope.storage.write(this.area, this.key, JSON.stringify(value));
    this.notify();
  }

  /** Calls `listener` after each change that this page makes, until unsubscribed. */
  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private notify(): void {
    for (const listener of this.listeners) listener();
  }
}

/** The text as a value of the schema; undefined for whatever else somebody may have written. */
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

/** A schema for a closed set of words, written as the keys of an object, so that a new word of the type does not compile until it stands here. */
export function oneOf<Word extends string>(words: Record<Word, true>): v.GenericSchema<unknown, Word> {
  return v.picklist(Object.keys(words) as Word[]) as v.GenericSchema<unknown, Word>;
}
