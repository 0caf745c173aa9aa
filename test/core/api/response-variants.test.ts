import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { contract } from '../../../src/core/contract.ts';
import type { Endpoint } from '../../../src/core/api/endpoint.ts';
import { exampleAnswers } from '../../helpers/example-answers.ts';
import { mustSurvive } from './must-survive.ts';
import { holds, outcomesAt, placesOf, readsOfNonsense } from './shapes.ts';

type Name = keyof typeof mustSurvive;
type Call = Endpoint<never, v.GenericSchema, v.GenericSchema>;

const ANYTHING = 'read read read read';
const read = Object.values(contract)
  .flatMap((verbs): Call[] => Object.values(verbs))
  .filter(({ answer }) => answer.type !== 'unknown')
  .map(({ name, answer }) => ({ name: name as Name, answer }));

/** The table of outcomes by place, with the outcomes of the optional fields filled in. */
function tableOf(name: Name): Record<string, string> {
  const { optional = '', places } = mustSurvive[name];
  return {
    ...Object.fromEntries(
      optional
        .split(' ')
        .filter(Boolean)
        .map((path) => [path, ANYTHING]),
    ),
    ...places,
  };
}

test('The table of outcomes contains exactly the endpoints with a decoded response', () => {
  expect(Object.keys(mustSurvive).toSorted()).toEqual(read.map(({ name }) => name).toSorted());
});

describe('decoders: a response with one damaged place', () => {
  test.each(read)(
    'A damaged response is read, loses a row or is rejected as in the table: $name',
    ({ name, answer }) => {
      const example = exampleAnswers[name];
      const places = placesOf(answer);
      expect(places.filter(({ path }) => !holds(example, path))).toEqual([]);
      expect(
        Object.fromEntries(places.map((place) => [place.path || 'data', outcomesAt(answer, example, place)])),
      ).toEqual(tableOf(name));
    },
  );

  test.each(read)(
    'A damaged response yields no impossible number and no timestamp of 1970: $name',
    ({ name, answer }) => {
      for (const place of placesOf(answer)) {
        for (const output of readsOfNonsense(answer, exampleAnswers[name], place)) {
          JSON.stringify(output, (field, value: unknown) => {
            if (typeof value !== 'number') return value;
            expect(Number.isSafeInteger(value), `${place.path} ${field}`).toBe(true);
            if (field !== 'amountFen')
              expect(value, `${place.path} ${field}`).toBeGreaterThanOrEqual(
                field.endsWith('At') || field === 'since' ? Date.parse('2000-01-01') : 0,
              );
            return value;
          });
        }
      }
    },
  );
});

const lists = read.filter(({ answer }) => placesOf(answer).some(({ isRow }) => isRow));
const isBare = ({ name }: { name: Name }) => Array.isArray(exampleAnswers[name]);
const pages = lists.filter(({ answer }) => placesOf(answer).some(({ path }) => path === 'total'));

describe('decoders: a list of another shape', () => {
  const foreign = [
    { rows: [] },
    { items: [] },
    { data: [] },
    { total: 0 },
    {},
    { records: {} },
    { list: {} },
    { detailVoList: {} },
  ];

  test.each(lists)('A list of another shape is rejected, and never read as an empty list: $name', (list) => {
    for (const data of [...foreign, isBare(list) ? { records: [], total: 0 } : []])
      expect(v.safeParse(list.answer, data).success, JSON.stringify(data)).toBe(false);
  });
});

test.each(pages)('A page with null records is empty unless its total is positive: $name', ({ answer }) => {
  expect(v.parse(answer, { records: null })).toEqual({ records: [], unreadable: 0, total: undefined });
  expect(v.parse(answer, { records: null, total: 0 })).toEqual({ records: [], unreadable: 0, total: 0 });
  expect(v.safeParse(answer, { records: null, total: '3' }).success).toBe(false);
});

test.each(lists)('A list that is null or missing is empty: $name', ({ answer }) => {
  for (const nothing of [null, undefined])
    expect(v.parse(answer, nothing)).toMatchObject({ records: [], unreadable: 0 });
});

test('docs/contract.md lists the required fields of each response', () => {
  const without = (name: Name, outcome: string) =>
    Object.entries(mustSurvive[name].places)
      .filter(
        ([path, outcomes]) =>
          path !== 'data' && outcomes.split(' ').slice(0, 2).includes(outcome) && !path.endsWith('[]'),
      )
      .map(([path]) => `\`${path}\``)
      .join(', ');
  const rows = read
    .map(({ name }) => [name, without(name, 'parse') || '–', without(name, 'row') || '–'])
    .filter((cells) => cells.join() !== `${cells[0]},–,–`)
    .map((cells) => `| ${cells.join(' | ')} |`);
  const document = readFileSync('docs/contract.md', 'utf8');
  expect(rows.filter((row) => !document.includes(row))).toEqual([]);
});
