import * as v from 'valibot';
import { fenFromYuan } from '../basics/money.ts';
import type { Records } from '../basics/paging.ts';
import { endFrom, instantFrom } from '../basics/time.ts';

/** Shared decoders for the loose value formats of these servers. */

/**
 * A string, or a number as its digits. Numbers beyond 2^53 are refused, because JSON parsing has already rounded them.
 */
export const text = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.minValue(Number.MIN_SAFE_INTEGER), v.maxValue(Number.MAX_SAFE_INTEGER))]),
  v.transform(String),
);

/** An identifier that later requests use: never blank. */
export const id = v.pipe(
  text,
  v.check((value) => value.trim() !== '', 'expected a text that is not blank'),
);

/** A number, or a string of digits. */
export const numeric = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((value) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value))),
  v.number(),
  v.check((value) => Number.isFinite(value), 'expected a number'),
);

/** The check that a number is an integer within these bounds. */
export function isWhole(least: number, most: number) {
  return v.check(
    (value: number) => Number.isInteger(value) && value >= least && value <= most,
    `expected a whole number from ${least} to ${most}`,
  );
}

/** An integer within these bounds. */
export function whole(least: number, most: number) {
  return v.pipe(numeric, isWhole(least, most));
}

/** A count; never negative. */
export const count = whole(0, 999_999_999);

/** One day; no device runs longer or reports more. */
export const MAX_TREATMENT_MINUTES = 24 * 60;

export const minutes = whole(0, MAX_TREATMENT_MINUTES);

/** The greatest value of a device's data points. */
export const MAX_BYTE = 255;

export const byte = whole(0, MAX_BYTE);

/** A number of uses, never yuan, regardless of the field's name. */
export const uses = v.pipe(count);

/** Yuan on the wire, integer fen inside. */
export const fen = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(fenFromYuan),
  v.number('expected yuan with at most two decimals'),
);

/** A price in fen, never negative. */
export const price = v.pipe(
  fen,
  v.check((amount) => amount >= 0, 'expected yuan, no less than 0'),
);

/** An instant in any format that `instantFrom` reads; epoch ms. */
export const instant = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(instantFrom),
  v.number('expected epoch ms or s, YYYY-MM-DD HH:mm:ss, or ISO 8601'),
);

/** The end of a lease in any format that `endFrom` reads; epoch ms. */
export const end = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(endFrom),
  v.number('expected epoch ms or s, YYYY-MM-DD HH:mm:ss, or ISO 8601'),
);

/** A boolean in the formats that the servers use. */
export const flag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1]), v.picklist(['true', 'false', '0', '1'])]),
  v.transform((value) => value === true || value === 1 || value === 'true' || value === '1'),
);

const none = v.pipe(
  v.union([v.null(), v.literal('')]),
  v.transform(() => undefined),
);

/** An irrelevant field: undefined if it is missing, null, empty or invalid. */
export function maybe<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(v.union([none, schema])), undefined);
}

/** A field that may be missing, null or empty: then undefined. An invalid value is an error. */
export function absentOr<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.union([none, schema]));
}

/** An identifier that later requests use, if there is one: a server may send 0 for a person, an order or a device that is none. */
export const maybeId = absentOr(
  v.pipe(
    text,
    v.transform((value) => (value === '0' ? undefined : value)),
  ),
);

/** The rows of a list. Unreadable rows are dropped and counted. */
export function rows<const Schema extends v.GenericSchema>(item: Schema) {
  const row = v.fallback(
    v.exactOptional(item) as v.GenericSchema<v.InferInput<Schema>, v.InferOutput<Schema> | undefined>,
    undefined,
  );
  return v.pipe(
    v.array(row),
    v.transform((all): Records<v.InferOutput<Schema>> => {
      const records = all.filter((each) => each !== undefined);
      return { records, unreadable: all.length - records.length };
    }),
  );
}

/** A required field that may be null. */
export function orNull<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.union([v.null(), schema]);
}

/** An array; a missing or null array is empty. */
export function list<const Schema extends v.GenericSchema>(item: Schema) {
  return v.nullish(rows(item), () => []);
}

/**
 * One page of a paged list; a missing or null page is empty. A page with null records is empty unless its total is
 * above zero. A total below the number of rows is none: the server does not count.
 */
export function page<const Schema extends v.GenericSchema>(item: Schema) {
  return v.nullish(
    v.pipe(
      v.object({ records: orNull(rows(item)), total: maybe(count) }),
      v.check(({ records, total = 0 }) => records !== null || total === 0, 'expected records'),
      v.transform(({ records, total }): Records<v.InferOutput<Schema>> => {
        const readable = records ?? { records: [], unreadable: 0 };
        const isCount = total !== undefined && total >= readable.records.length + readable.unreadable;
        return { ...readable, total: isCount ? total : undefined };
      }),
    ),
    () => ({ records: null }),
  );
}

/** Accepts any data: only the response code counts. */
export const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);
