import { expect, test } from 'vitest';
import page from '../../docs/coverage.md?raw';
import { journeys } from '../journeys/journeys.ts';
import { complaintsAbout, rowsOf, testsOf } from './coverage.ts';

/** How many rows each subject has, counted from the product's description and from the commands and exit codes of the command line. */
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
  ['../**/*.test.{ts,tsx}', '../**/*.conformance.ts', '../ui/fault-matrix/fault-matrix.tsx'],
  { query: '?raw', import: 'default', eager: true },
);
const walked = journeys
  .filter(({ cannot = {} }) => Object.keys(cannot).length < 3)
  .map(({ name }) => ({ name, cases: '' }));
const tests = new Map(
  Object.entries(files).map(([file, text]) => [file.replace('../', 'test/'), testsOf(file, text)] as const),
).set('test/journeys/journeys.ts', walked);

const A_TEST_FILE = `
  import { describe, test } from 'vitest';
  const CASES: [string, number][] = [
    ['sent', 200],
  ];
  describe('a door', () => {
    test('opens', () => {});
    test.each([['blue', 1]] as const)('is %s', () => {});
    test.skip('is painted', () => {});
  });
  test.each(CASES)(\`a letter that is %s\`, () => {});
  describe.skip('a window', () => test('opens', () => {}));
`;
const planted = new Map([['test/door.test.ts', testsOf('door.test.ts', A_TEST_FILE)]]);
const aPage = (...rows: string[][]) =>
  rowsOf(
    ['# Doors', '| id | what | shown by |', '|---|---|---|', ...rows.map((row) => `| ${row.join(' | ')} |`)].join('\n'),
  );
const complaints = (...rows: string[][]) => complaintsAbout(aPage(...rows), planted, { '2.door': 1 });

test('names for every row a test that is there, and misses none', () => {
  expect(complaintsAbout(rowsOf(page), tests, counted)).toEqual([]);
});

test('finds tests by their titles, as they are written, and in the cases they are run for', () => {
  for (const shown of [
    'a door › opens',
    'a door › is %s',
    'a door › is %s (case: blue)',
    'a letter that is %s (case: 200)',
  ]) {
    expect(complaints(['2.door.1', 'opens', `\`test/door.test.ts › ${shown}\``])).toEqual([]);
  }
});

test.each([
  'a door › closes',
  'opens',
  'a door › is painted',
  'a window › opens',
  'a door › is %s (case: green)',
  'a letter that is %s (case: 404)',
])('tells of a test that is not there, or is not run: %s', (shown) => {
  expect(
    complaints(['2.door.1', 'closes', '`test/door.test.ts › a door › opens`<br>`test/door.test.ts › ' + shown + '`']),
  ).toEqual([`2.door.1 is said to be shown by a test that is not there: test/door.test.ts › ${shown}`]);
});

test('tells of a file that is not there', () => {
  expect(complaints(['2.door.1', 'opens', '`test/window.test.ts › a door › opens`'])).toHaveLength(1);
});

test('tells of a row without a test, of one that says nothing, of an id that stands there twice and of rows that are missing', () => {
  const opens = '`test/door.test.ts › a door › opens`';
  expect(complaints(['2.door.1', 'opens', '–'])).toEqual(['2.door.1 is shown by no test']);
  expect(complaints(['2.door.1', '', opens])).toEqual(['2.door.1 says nothing']);
  expect(complaints(['2.door.1', 'opens', opens], ['2.door.1', 'opens', opens])).toEqual([
    '2.door.1 stands there twice',
  ]);
  expect(complaints(['2.window.1', 'opens', opens])).toEqual(['2.door has 1 rows, and only 0 of them stand there']);
});

test('lets other tables and paragraphs stand on the page', () => {
  expect(
    rowsOf('## In WebKit\n\nAll of it.\n\n| screen | holds |\n|---|---|\n| 2.door.1 | yes |\n| /my | yes |'),
  ).toEqual([]);
});
