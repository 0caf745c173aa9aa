import { expect, test } from 'vitest';
import page from '../../docs/coverage.md?raw';
import { journeys } from '../journeys/journeys.ts';
import { complaintsAbout, marksOf, marksOfJourneys, rowsOf } from './coverage.ts';

/** The number of rows of each subject, counted from the product's description and from the CLI's commands and exit codes. */
const counted = {
  '2.route': 16,
  '2.login': 4,
  '2.my': 16,
  '2.entry': 8,
  '2.lease': 10,
  '2.modes': 9,
  '2.custom': 15,
  '2.process': 13,
  '2.share': 5,
  '2.orders': 13,
  '2.order': 16,
  '2.cards': 6,
  '2.refunds': 3,
  '2.feedback': 3,
  '2.about': 3,
  '4.orders': 13,
  '4.actions': 8,
  '4.phone': 2,
  '4.paying': 11,
  '4.entry': 20,
  '4.starting': 12,
  '4.treatment': 13,
  '4.channel': 4,
  '4.lists': 5,
  '4.sharing': 5,
  '5.rules': 17,
  '8.errors': 34,
  '8.calls': 5,
  '9.limits': 40,
  'cli.command': 36,
  'cli.exit': 8,
  'cli.rule': 8,
};

const files = import.meta.glob<string>(
  ['../**/*.test.{ts,tsx}', '../**/*.conformance.ts', '../ui/fault-matrix/fault-matrix.tsx', '!./coverage.test.ts'],
  { query: '?raw', import: 'default', eager: true },
);
const walked = journeys.filter(({ cannot = {} }) => Object.keys(cannot).length < 3).map(({ name }) => name);
const JOURNEYS_FILE = '../journeys/journeys.ts';
const { [JOURNEYS_FILE]: journeysText = '' } = import.meta.glob<string>('../journeys/journeys.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const marks = [
  ...Object.entries(files).flatMap(([file, text]) => marksOf(file.replace('../', 'test/'), text)),
  ...marksOfJourneys(JOURNEYS_FILE.replace('../', 'test/'), journeysText, walked),
];

const A_TEST_FILE = `
  import { describe, it, test } from 'vitest';
  const CASES: [string, number][] = [
    ['sent', 200],
    // covers 2.door.5a
    ['lost', 404],
  ];
  const UNUSED = [
    // covers 2.door.6a
    ['red', 1],
  ];
  describe('a door', () => {
    // covers 2.door.1a
    test('opens', () => {});
    // covers 2.door.2a
    it.each([
      ['blue', 1],
      // covers 2.door.3a
      ['green', 2],
    ] as const)('is %s', () => {});
    // covers 2.door.4a
    it.skip('is painted', () => {});
  });
  test.each(CASES)(\`a letter that is %s\`, () => {});
  describe.skip('a window', () => {
    // covers 2.door.7a
    test('opens', () => {});
  });
`;
const JOURNEYS = `
  export const journeys = [
    // covers 2.door.1b
    { name: 'through the door' },
    // covers 2.door.2b
    { name: 'through the wall' },
    ...[
      // covers 2.door.3b
      ['locked', 1],
      // covers 2.door.4b
      ['open', 2],
    ].map(([state]) => ({ name: \`a door that is: \${state}\` })),
  ];
`;
const aPage = (...rows: string[][]) =>
  rowsOf(
    ['# Doors', '| id | what | shown by |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  );
const above = (...ids: string[]) => ids.map((id) => ({ id, file: 'door.test.ts', isRun: true }));
const complaints = (rows: string[][], ids = above('2.door.1a')) =>
  complaintsAbout(aPage(...rows), ids, { '2.door': 1 });

test('Every row of docs/coverage.md names tests that are run, and every id above a test is in a row', () => {
  expect(marks.length).toBeGreaterThan(400);
  expect(complaintsAbout(rowsOf(page), marks, counted)).toEqual([]);
});

test('An id above a test or a case counts, and an id above a skipped test or an unused value does not', () => {
  const run = marksOf('door.test.ts', A_TEST_FILE).map(({ id, isRun }) => [id, isRun]);
  expect(Object.fromEntries(run)).toEqual({
    '2.door.1a': true,
    '2.door.2a': true,
    '2.door.3a': true,
    '2.door.4a': false,
    '2.door.5a': true,
    '2.door.6a': false,
    '2.door.7a': false,
  });
});

test('An id above a journey or above the value that ends its name counts only if the journey is run', () => {
  const run = marksOfJourneys('journeys.ts', JOURNEYS, ['through the door', 'a door that is: locked']).map(
    ({ id, isRun }) => [id, isRun],
  );
  expect(Object.fromEntries(run)).toEqual({
    '2.door.1b': true,
    '2.door.2b': false,
    '2.door.3b': true,
    '2.door.4b': false,
  });
});

test('A row may name several tests', () => {
  expect(complaints([['2.door.1', 'opens', '2.door.1a, 2.door.1b']], above('2.door.1a', '2.door.1b'))).toEqual([]);
});

test('An id above no test, above two tests, above a test that is not run, or in no row is reported', () => {
  expect(complaints([['2.door.1', 'opens', '2.door.1a, 2.door.1b']])).toEqual(['2.door.1b is above no test']);
  expect(complaints([['2.door.1', 'opens', '2.door.1a']], above('2.door.1a', '2.door.1a'))).toHaveLength(2);
  expect(complaints([['2.door.1', 'opens', '2.door.1a']], above('2.door.1a', '2.door.1b'))).toEqual([
    '2.door.1b in door.test.ts is in no row',
  ]);
  expect(
    complaints([['2.door.1', 'opens', '2.door.1a']], [{ id: '2.door.1a', file: 'door.test.ts', isRun: false }]),
  ).toEqual(['2.door.1a in door.test.ts is above nothing that is run']);
});

test('A row without a test or a description, with a title instead of an id, a duplicate row and a missing row are reported', () => {
  expect(complaints([['2.door.1', 'opens', '']], [])).toEqual(['2.door.1 is shown by no test']);
  expect(complaints([['2.door.1', '', '2.door.1a']])).toEqual(['2.door.1 has no description']);
  expect(
    complaints([
      ['2.door.1', 'opens', 'The door opens'],
      ['2.door.2', 'shuts', '2.door.1a'],
    ]),
  ).toEqual(['2.door.1 names “The door opens”, which is not a test id']);
  expect(
    complaints([
      ['2.door.1', 'opens', '2.door.1a'],
      ['2.door.1', 'opens', '2.door.1a'],
    ]),
  ).toEqual(['2.door.1 has two rows']);
  expect(complaints([['2.window.1', 'opens', '2.door.1a']])).toEqual(['2.door has 0 rows instead of 1']);
});

test('Other tables and paragraphs on the page are ignored', () => {
  expect(
    rowsOf('## In WebKit\n\nAll of it.\n\n| screen | holds |\n|---|---|\n| 2.door.1 | yes |\n| /my | yes |'),
  ).toEqual([]);
});
