import * as v from 'valibot';
import { fenFromYuan } from '../money.ts';
import { instantFrom } from '../time.ts';

/** What servers of this family spell loosely, read once for all capabilities. */

/** A text, or a number as its digits. Beyond 2^53 a number is not the one that was sent any more, and is refused. */
export const text = v.pipe(
  v.union([v.string(), v.pipe(v.number(), v.minValue(Number.MIN_SAFE_INTEGER), v.maxValue(Number.MAX_SAFE_INTEGER))]),
  v.transform(String),
);

/** A number, or digits. */
export const numeric = v.pipe(
  v.union([v.number(), v.string()]),
  v.transform((value) => (typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value))),
  v.number(),
  v.finite(),
);

/** A number of uses, never yuan, whatever the field is called. */
export const uses = v.pipe(numeric);

/** Yuan on the wire, integer fen inside. */
export const fen = v.pipe(
  v.union([v.number(), v.string()]),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const amount = fenFromYuan(dataset.value);
    if (amount !== undefined) return amount;
    addIssue({ message: 'expected yuan with at most two decimals' });
    return NEVER;
  }),
);

/** Epoch ms, or a date and time of China, as epoch ms. */
export const instant = v.pipe(
  v.union([v.number(), v.string()]),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const at = instantFrom(dataset.value);
    if (at !== undefined) return at;
    addIssue({ message: 'expected epoch ms or YYYY-MM-DD HH:mm:ss' });
    return NEVER;
  }),
);

/** Yes or no in the spellings that occur. */
export const flag = v.pipe(
  v.union([v.boolean(), v.picklist([0, 1]), v.picklist(['true', 'false', '0', '1'])]),
  v.transform((value) => value === true || value === 1 || value === 'true' || value === '1'),
);

const none = v.pipe(v.union([v.null(), v.literal('')]), v.transform(() => undefined));

/** A field that may be missing, null, empty or nonsense without breaking anything: then undefined. */
export function maybe<const Schema extends v.GenericSchema>(schema: Schema) {
  return v.fallback(v.optional(v.union([none, schema])), undefined);
}

/** An id that something is done with, and that may be missing, null or empty: then undefined. One that cannot be read is not taken for none. */
export const maybeId = v.optional(v.union([none, text]));

/** A list; none at all is an empty one. */
export function list<const Schema extends v.GenericSchema>(item: Schema) {
  return v.nullish(v.array(item), () => []);
}

/** One page of a paged list. */
export function page<const Schema extends v.GenericSchema>(item: Schema) {
  return v.object({ records: list(item), total: maybe(numeric) });
}

/** Any answer: only the code counts. */
export const nothing = v.pipe(v.unknown(), v.transform(() => undefined));
