import * as v from 'valibot';
import type { SchemaFields } from './stored.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

/** The latest instant that `Date` can represent; epoch ms. */
const LAST_INSTANT = 8.64e15;

export const text: Schema<string> = v.string();
export const flag: Schema<boolean> = v.boolean();
export const finite: Schema<number> = v.pipe(v.number(), v.finite());
/** Epoch ms. */
export const instant: Schema<number> = v.pipe(v.number(), v.minValue(-LAST_INSTANT), v.maxValue(LAST_INSTANT));

/** Rejects arrays, because valibot accepts an array as an object. */
const notAnArray = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value)),
);

/** Schema of an optional field. A value of another type makes its whole row unreadable; see `orUnknown`. */
export function maybe<T>(schema: Schema<T>): Schema<T | undefined> {
  return v.optional(schema);
}

/** Schema of a field that an earlier release did not write. */
export function otherwise<T>(schema: Schema<T>, value: T): Schema<T> {
  return v.optional(schema, value as never) as unknown as Schema<T>;
}

/**
 * Schema of an optional field without which its row still is what it is. A value that cannot be read, for example a word
 * of another release, is unknown: undefined.
 */
export function orUnknown<T>(schema: Schema<T>): Schema<T | undefined> {
  return v.fallback(v.optional(schema), undefined);
}

/** Schema of a record with values of one type. */
export function recordOf<T>(schema: Schema<T>): Schema<Record<string, T>> {
  return v.pipe(notAnArray, v.record(v.string(), schema));
}

/** Schema of an object with one schema for each field of `T`. Unknown fields are dropped. */
export function objectOf<T extends object>(fields: SchemaFields<T>): Schema<T> {
  return v.pipe(notAnArray, v.object(fields)) as unknown as Schema<T>;
}
