import * as v from 'valibot';
import { editsBetween } from '../../basics/edit-distance.ts';

/** The parts of a valibot schema that are needed to traverse it. Each kind of schema has some of them. */
export interface SchemaParts {
  readonly type: string;
  readonly entries?: Record<string, v.GenericSchema>;
  readonly item?: v.GenericSchema;
  readonly wrapped?: v.GenericSchema;
  readonly options?: readonly v.GenericSchema[];
}

const MAX_CANDIDATES = 3;
/** The share of common words above which two names are similar. */
const MIN_COMMON_WORDS = 0.5;
const MAX_TYPING_ERRORS = 2;
const MIN_STEM_LENGTH = 4;

/** Words that servers use for the same thing. */
const SYNONYMS: readonly (readonly string[])[] = [
  ['mobile', 'phone', 'tel', 'telephone', 'cellphone'],
  ['no', 'number', 'sn', 'sno', 'serial'],
  ['time', 'at', 'date'],
  ['money', 'amount', 'price', 'fee', 'cost'],
  ['num', 'count', 'quantity', 'total'],
  ['list', 'records', 'rows', 'items'],
  ['name', 'title', 'nickname'],
  ['status', 'state'],
];

/**
 * The names of the unknown fields that may be the missing one, the likeliest first. The schema of the missing field
 * accepts the value of each. The names are similar too, except those of a list or an object, whose form says enough.
 */
export function renamedFields(
  name: string,
  schema: v.GenericSchema,
  unknown: Readonly<Record<string, unknown>>,
): string[] {
  const real = realSchema(schema);
  const isDistinct = isDistinctive(real);
  const candidates = Object.entries(unknown)
    .filter(([, value]) => accepts(real, value))
    .map(([other, value]) => ({ other, value, ...likeness(name, other) }))
    .filter(({ value, similar }) => similar || (isDistinct && hasRightRows(real, value)));
  const same = candidates.filter(({ hasSameWords }) => hasSameWords);
  const likely = same.length > 0 ? same : candidates;
  likely.sort((one, another) => another.commonWords - one.commonWords || one.typingErrors - another.typingErrors);
  return likely.slice(0, MAX_CANDIDATES).map(({ other }) => other);
}

/** The schema without the wrappers that accept a missing or an empty value. */
export function realSchema(schema: v.GenericSchema): v.GenericSchema {
  const { wrapped, options } = schema as unknown as SchemaParts;
  if (wrapped) return realSchema(wrapped);
  const others = options?.filter((option) => !v.is(option, null)) ?? [];
  return options?.length === 2 && others.length === 1 && others[0] ? realSchema(others[0]) : schema;
}

/** A list, or an object with a required field: hardly any other value has its form. */
function isDistinctive(schema: v.GenericSchema): boolean {
  const { item, entries } = schema as unknown as SchemaParts;
  return item !== undefined || (entries !== undefined && !v.is(schema, {}));
}

function accepts(schema: v.GenericSchema, value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && v.is(schema, value);
}

/** The first row decides about a list, because a list accepts unreadable rows. */
function hasRightRows(schema: v.GenericSchema, value: unknown): boolean {
  const { item } = schema as unknown as SchemaParts;
  return !item || !Array.isArray(value) || (value.length > 0 && v.is(realSchema(item), value[0]));
}

function likeness(one: string, other: string) {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  const common = words.filter((word) => others.some((another) => areAlike(word, another))).length;
  const commonWords = (2 * Math.min(common, others.length)) / Math.max(words.length + others.length, 1);
  const typingErrors = editsBetween(one.toLowerCase(), other.toLowerCase());
  const isMistyped = typingErrors <= Math.min(MAX_TYPING_ERRORS, one.length / 3);
  return {
    commonWords,
    typingErrors,
    similar: isMistyped || commonWords > MIN_COMMON_WORDS,
    hasSameWords: words.join('') === others.join(''),
  };
}

function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter(Boolean);
}

/** True for the same word, a synonym, or a word of the same stem such as `expires` and `expiration`. */
function areAlike(one: string, other: string): boolean {
  if (one === other || SYNONYMS.some((words) => words.includes(one) && words.includes(other))) return true;
  let stem = 0;
  while (stem < one.length && one[stem] === other[stem]) stem += 1;
  return stem >= MIN_STEM_LENGTH && 2 * stem >= Math.max(one.length, other.length);
}
