import * as v from 'valibot';
import type { SchemaFields } from './stored.ts';

type Schema<T> = v.GenericSchema<unknown, T>;

/** The latest instant that a calendar knows; epoch ms. */
const LAST_INSTANT = 8.64e15;

export const text: Schema<string> = v.string();
export const flag: Schema<boolean> = v.boolean();
export const finite: Schema<number> = v.pipe(v.number(), v.finite());
/** Epoch ms. */
export const instant: Schema<number> = v.pipe(v.number(), v.minValue(-LAST_INSTANT), v.maxValue(LAST_INSTANT));

/** valibot takes a list for an object. */
const noList = v.pipe(
  v.unknown(),
  v.check((value) => !Array.isArray(value)),
);

/** A field that may be absent. */
export function maybe<T>(schema: Schema<T>): Schema<T | undefined> {
  return v.optional(schema);
}

/** Values of one kind, by name. */
export function recordOf<T>(schema: Schema<T>): Schema<Record<string, T>> {
  return v.pipe(noList, v.record(v.string(), schema));
}

/** An object with a schema for each field of `T`; fields that `T` does not have are dropped. */
export function objectOf<T extends object>(fields: SchemaFields<T>): Schema<T> {
  return v.pipe(noList, v.object(fields)) as unknown as Schema<T>;
}
