import * as v from 'valibot';
import type { SchemaParts } from '../../../src/core/api/compare-answer.ts';

/** What becomes of an answer: it is read, a row of it is left out and counted, or it is not as agreed. */
export type Outcome = 'read' | 'row' | 'parse';

const WORST_LAST: readonly Outcome[] = ['read', 'row', 'parse'];
const NONSENSE = [
  true,
  'nonsense',
  -1,
  0.5,
  1e99,
  '1e99',
  'NaN',
  2 ** 60,
  '0000-00-00 00:00:00',
  ['nonsense'],
  { nonsense: 1 },
];

/** In the order of the columns of the table. */
const CHANGES: readonly ((place: Place) => unknown[])[] = [
  () => [null],
  ({ isRow }) => (isRow ? [] : [undefined]),
  () => ['', [], {}],
  () => NONSENSE,
];

interface Place {
  /** As `records[].orderNo`; empty for the whole. */
  path: string;
  isRow: boolean;
}

/** Every place in what a decoder takes: the whole, its fields, its rows and theirs. */
export function placesOf(schema: v.GenericSchema, path = '', isRow = false): Place[] {
  const { entries, item, wrapped, options = [] } = schema as unknown as SchemaParts;
  if (wrapped) return placesOf(wrapped, path, isRow);
  const list = options.find((option) => 'item' in option);
  if (list) return placesOf(list, path, isRow);
  const below = entries
    ? Object.entries(entries).flatMap(([name, entry]) => placesOf(entry, path === '' ? name : `${path}.${name}`))
    : item
      ? placesOf(item, `${path}[]`, true)
      : [];
  return [{ path, isRow }, ...below];
}

/** What becomes of the example, with one place of it null, missing, empty and full of nonsense; the worst of each. */
export function outcomesAt(schema: v.GenericSchema, example: unknown, place: Place): string {
  return CHANGES.map((changes) => {
    const outcomes = changes(place).map((other) => outcomeOf(schema, withOther(example, stepsOf(place.path), other)));
    return outcomes.toSorted((one, another) => WORST_LAST.indexOf(one) - WORST_LAST.indexOf(another)).at(-1) ?? '-';
  }).join(' ');
}

/** All that is read of the example with nonsense in one place. */
export function readsOfNonsense(schema: v.GenericSchema, example: unknown, { path }: Place): unknown[] {
  return NONSENSE.map((other) => v.safeParse(schema, withOther(example, stepsOf(path), other))).flatMap(
    ({ success, output }) => (success ? [output] : []),
  );
}

function outcomeOf(schema: v.GenericSchema, answer: unknown): Outcome {
  const read = v.safeParse(schema, answer);
  if (!read.success) return 'parse';
  const { unreadable = 0 } = (read.output ?? {}) as { unreadable?: number };
  return unreadable > 0 ? 'row' : 'read';
}

function stepsOf(path: string): string[] {
  return path.replaceAll('[]', '.0').split('.').filter(Boolean);
}

function withOther(value: unknown, [step, ...steps]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value))
    return value.map((each: unknown, at) => (String(at) === step ? withOther(each, steps, other) : each));
  const { [step]: inner, ...rest } = value as Record<string, unknown>;
  const changed = withOther(inner, steps, other);
  return changed === undefined ? rest : { ...rest, [step]: changed };
}

/** True where the example has something there. */
export function holds(example: unknown, path: string): boolean {
  return (
    stepsOf(path).reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], example) !==
    undefined
  );
}
