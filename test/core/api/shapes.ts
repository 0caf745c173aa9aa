import * as v from 'valibot';
import type { SchemaParts } from '../../../src/core/api/examine/renamed-fields.ts';

/** `read`: the response is used. `row`: a row is omitted and counted. `parse`: the response is rejected. */
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

/** In the order of the columns of the table in must-survive.ts. */
const CHANGES: readonly ((place: Place) => unknown[])[] = [
  () => [null],
  ({ isRow }) => (isRow ? [] : [undefined]),
  () => ['', [], {}],
  () => NONSENSE,
];

export interface Place {
  /** For example `records[].orderNo`; empty for the whole response. */
  path: string;
  isRow: boolean;
}

/** Every place of a decoder's input: the whole, its fields, its rows and their fields. */
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

/** The worst outcomes of the example with one place null, missing, empty and nonsense. */
export function outcomesAt(schema: v.GenericSchema, example: unknown, place: Place): string {
  return CHANGES.map((changes) => {
    const outcomes = changes(place).map((other) => outcomeOf(schema, withOther(example, stepsOf(place.path), other)));
    return outcomes.toSorted((one, another) => WORST_LAST.indexOf(one) - WORST_LAST.indexOf(another)).at(-1) ?? '-';
  }).join(' ');
}

/** The decoded values of the example with each kind of nonsense in one place. */
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

/** The steps to the place in the first row of each list. */
export function stepsOf(path: string): string[] {
  return path.replaceAll('[]', '.0').split('.').filter(Boolean);
}

/** The value with another one at the place; undefined removes it. */
export function withOther(value: unknown, [step, ...steps]: readonly string[], other: unknown): unknown {
  if (step === undefined) return other;
  if (Array.isArray(value))
    return value.map((each: unknown, at) => (String(at) === step ? withOther(each, steps, other) : each));
  const { [step]: inner, ...rest } = value as Record<string, unknown>;
  const changed = withOther(inner, steps, other);
  return changed === undefined ? rest : { ...rest, [step]: changed };
}

/** True if the example has a value at the place. */
export function holds(example: unknown, path: string): boolean {
  return (
    stepsOf(path).reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], example) !==
    undefined
  );
}
