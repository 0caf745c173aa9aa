import * as v from 'valibot';
import { fenFromYuan } from '../money.ts';
import type { Records } from '../paging.ts';
import { instantFrom } from '../time.ts';

/** What servers of this family spell loosely, read once for all capabilities. */

/** A text, or a number as its digits. Beyond 2^53 a number is not the one that was sent any more, and is refused. */
export const text = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.minValue(Number.MIN_SAFE_INTEGER), v.maxValue(Number.MAX_SAFE_INTEGER))]),
  v.transform(String),
);

/** A text that something is done with: never blank. */
export const id = v.pipe(
  text,
  v.check((value) => value.trim() !== '', 'expected a text that is not blank'),
);

/** A number, or digits. */
export const numeric = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((value) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value))),
  v.number(),
  v.check((value) => Number.isFinite(value), 'expected a number'),
);

/** A whole number within these bounds. */
export function whole(least: number, most: number) {
  return v.pipe(
    numeric,
    v.check(
      (value) => Number.isInteger(value) && value >= least && value <= most,
      `expected a whole number from ${least} to ${most}`,
    ),
  );
}

/** A number of things that people count. */
export const count = whole(0, 999_999_999);

/** A number of uses, never yuan, whatever the field is called. */
export const uses = v.pipe(count);

/** Yuan on the wire, integer fen inside. */
export const fen = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(fenFromYuan),
  v.number('expected yuan with at most two decimals'),
);

/** What something costs. */
export const price = v.pipe(
  fen,
  v.check((amount) => amount >= 0, 'expected yuan, no less than 0'),
);

/** An instant in any of the spellings that `instantFrom` reads, as epoch ms. */
export const instant = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform(instantFrom),
  v.number('expected epoch ms or s, YYYY-MM-DD HH:mm:ss, or ISO 8601'),
);

/** Yes or no in the spellings that occur. */
export const flag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1]), v.picklist(['true', 'false', '0', '1'])]),
  v.transform((value) => value === true || value === 1 || value === 'true' || value === '1'),
);

const none = v.pipe(
  v.union([v.null(), v.literal('')]),
  v.transform(() => undefined),
);

/** A field that may be missing, null, empty or nonsense without breaking anything: then undefined. */
export function maybe<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(v.union([none, schema])), undefined);
}

/** A field that may be missing, null or empty: then undefined. One that cannot be read is not taken for none. */
export function absentOr<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.optional(v.union([none, schema]));
}

/** An id that something is done with, and that may be absent. */
export const maybeId = absentOr(text);

/** The rows of a list: one that cannot be read is left out and counted. */
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

/** Rows that must be named, and may be null. */
export function orNull<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.union([v.null(), schema]);
}

/** A bare list; none at all is an empty one. */
export function list<const Schema extends v.GenericSchema>(item: Schema) {
  return v.nullish(rows(item), () => []);
}

/** One page of a paged list; none at all is an empty one. A page whose records are null is empty, too, unless its total says otherwise. */
export function page<const Schema extends v.GenericSchema>(item: Schema) {
  return v.nullish(
    v.pipe(
      v.object({ records: orNull(rows(item)), total: maybe(count) }),
      v.check(({ records, total = 0 }) => records !== null || total === 0, 'expected records'),
      v.transform(({ records, total }): Records<v.InferOutput<Schema>> => ({
        ...(records ?? { records: [], unreadable: 0 }),
        total,
      })),
    ),
    () => ({ records: null }),
  );
}

/** Any answer: only the code counts. */
export const nothing = v.pipe(
  v.unknown(),
  v.transform(() => undefined),
);
