import * as v from 'valibot';
import type { CallName } from '../../src/core/api/calls.ts';
import { deviceState } from '../../src/core/device/api.ts';
import { holds, placesOf, stepsOf, withOther } from '../core/api/shapes.ts';
import { ENDPOINTS } from '../helpers/fake-server.ts';
import { OTHER } from './world.ts';

export const HOWS = [
  'missing',
  'null',
  'empty',
  'unknown',
  'wrong type',
  'negative',
  'huge',
  'duplicate row',
  'at odds',
] as const;

export type How = (typeof HOWS)[number];

/** An answer, the attributes that a device pushes, or those that it pushes after all of them were known. */
export type Source = CallName | Push;
export type Push = 'push' | 'later push';

const isPush = (source: Source): source is Push => source === 'push' || source === 'later push';

/** One field of one answer or push, given in another way. */
export interface Case {
  call: Source;
  /** For example `records[].payMoney`; empty for the whole answer. */
  path: string;
  how: How;
  wire: unknown;
  /** What the app makes of the answer, as text: cases that it reads alike look alike. */
  read: string;
  /** True if the answer does not contain the fact any more. */
  isGone: boolean;
}

/** Fields whose words and codes come from a table: one that is not in it says nothing. */
const CODED = new Set(
  'status statusDesc statusCode onlineStatus onlineStatusDesc unit assist function subFunction onOff voltage freq wave grade Function SubFunction OnOff Voltage Freq Wave Grade'.split(
    ' ',
  ),
);

const VALUES: Record<Exclude<How, 'missing' | 'duplicate row' | 'at odds'>, readonly unknown[]> = {
  null: [null],
  empty: ['', [], {}],
  unknown: ['FROM_ANOTHER_TABLE', 99],
  'wrong type': [{ nonsense: 1 }, ['nonsense'], true],
  negative: [-1],
  huge: [2 ** 60, '9'.repeat(30)],
};

export const fieldOf = (path: string): string => path.split('.').at(-1)?.replace('[]', '') ?? '';

export const answerOf = (call: CallName) => {
  const endpoint = ENDPOINTS.find(({ name }) => name === call);
  if (!endpoint) throw new Error(`the contract has no call ${call}`);
  return endpoint;
};

const schemaOf = (source: Source): v.GenericSchema => (isPush(source) ? deviceState : answerOf(source).answer);

/** A text that says nothing to the app: one is as good as another. */
const ANY_TEXT = /"(FROM_ANOTHER_TABLE|99|-1|9{30})"/g;

/** What the app makes of an answer: the decoded value, or that it is none. */
export function readingOf(call: Source, wire: unknown): string {
  const read = v.safeParse(schemaOf(call), wire);
  return read.success ? (JSON.stringify(read.output) ?? '').replaceAll(ANY_TEXT, '"any text"') : 'rejected';
}

/** The values of a report that were sent and cannot be read; of other answers, nothing. */
const UNREAD = /,"unreadable":\[[^\]]*\]/;

const valueAt = (base: unknown, steps: readonly string[]) =>
  steps.reduce<unknown>((at, step) => (at as Record<string, unknown> | undefined)?.[step], base);

function twice(base: unknown, path: string): unknown {
  const steps = stepsOf(path).slice(0, -1);
  const rows = valueAt(base, steps) as unknown[];
  return withOther(base, steps, [...rows, ...rows]);
}

/** Every place of an answer or a push × every way in which it may be given. */
export function casesOf(call: Source, base: unknown): Case[] {
  const usual = readingOf(call, base);
  const places = placesOf(schemaOf(call)).filter(({ path }) => !isPush(call) || path !== '');
  return places.flatMap(({ path, isRow }) => {
    const steps = stepsOf(path);
    const without = readingOf(call, withOther(base, steps, isRow || path === '' ? null : undefined));
    const other = OTHER[call]?.[fieldOf(path)];
    const given: [How, unknown][] = [
      ...(isRow ? [] : [['missing', withOther(base, steps, undefined)] as [How, unknown]]),
      ...Object.entries(VALUES).flatMap(([how, values]) =>
        values.map((value): [How, unknown] => [how as How, withOther(base, steps, value)]),
      ),
      ...(isRow && holds(base, path) ? [['duplicate row', twice(base, path)] as [How, unknown]] : []),
      ...(other === undefined ? [] : [['at odds', withOther(base, steps, other)] as [How, unknown]]),
    ];
    return given.map(([how, wire]): Case => {
      const read = readingOf(call, wire);
      const isList = Array.isArray(valueAt(base, steps)) || path === '';
      const isAbsent = !isList && ['missing', 'null', 'empty'].includes(how) && holds(base, path);
      const isUnknown = how === 'unknown' && CODED.has(fieldOf(path));
      const isLost = !isList && read.replace(UNREAD, '') === without && read !== usual;
      // A later push that leaves a value out says that it is as before.
      const isGone =
        isUnknown || (call === 'later push' ? UNREAD.test(read) : isAbsent || read === 'rejected' || isLost);
      return { call, path, how, wire, read, isGone };
    });
  });
}
