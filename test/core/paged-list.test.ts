import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Listed, NOTHING_LISTED, withPage, PAGE_SIZE } from '../../src/core/basics/paging.ts';

const numbers = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => ({ number: `N${from + index}` }));
const aPage = (records: { number: string }[], unreadable = 0, total?: number) => ({ records, unreadable, total });
const keyOf = ({ number }: { number: string }) => number;

test('A list contains no row twice and does not end if the server returns the same rows for pages 0 and 1', () => {
  const once = withPage(NOTHING_LISTED as Listed<{ number: string }>, aPage(numbers(0, PAGE_SIZE)), keyOf);
  const twice = withPage(once, aPage(numbers(0, PAGE_SIZE)), keyOf);
  expect(twice).toMatchObject({ nextPage: 2, ended: false });
  expect(twice.items).toHaveLength(PAGE_SIZE);
  expect(withPage(twice, aPage(numbers(PAGE_SIZE, 1)), keyOf).items).toHaveLength(PAGE_SIZE + 1);
});

test('A list ends if the server repeats a page', () => {
  let listed: Listed<{ number: string }> = NOTHING_LISTED;
  for (let page = 0; page < 3; page += 1) listed = withPage(listed, aPage(numbers(0, PAGE_SIZE)), keyOf);
  expect(listed.ended).toBe(true);
});

test('A list does not end while each page contains new rows', () => {
  let listed: Listed<{ number: string }> = NOTHING_LISTED;
  for (let page = 0; page < 5; page += 1) listed = withPage(listed, aPage(numbers(page * PAGE_SIZE, PAGE_SIZE)), keyOf);
  expect(listed).toMatchObject({ nextPage: 5, ended: false });
});

test('A list contains no order twice for any sequence of pages', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: PAGE_SIZE })), (pages) => {
      let listed: Listed<{ number: string }> = NOTHING_LISTED;
      for (const page of pages)
        listed = withPage(listed, { records: page.map((number) => ({ number: `N${number}` })), unreadable: 0 }, keyOf);
      const keys = listed.items.map(keyOf);
      expect(new Set(keys).size).toBe(keys.length);
      expect(new Set(keys)).toEqual(new Set(pages.flat().map((number) => `N${number}`)));
    }),
  );
});

test('Unreadable rows count as rows of their page, so that a full page of them is not the last', () => {
  const first = withPage(NOTHING_LISTED as Listed<{ number: string }>, aPage(numbers(0, PAGE_SIZE - 3), 3), keyOf);
  expect(first).toMatchObject({ unreadable: 3, ended: false });
  const second = withPage(first, aPage(numbers(PAGE_SIZE, 2), 1), keyOf);
  expect(second).toMatchObject({ unreadable: 4, ended: true });
});

test('Unreadable rows are counted once if the server returns the same rows for pages 0 and 1', () => {
  const once = withPage(NOTHING_LISTED as Listed<{ number: string }>, aPage(numbers(0, PAGE_SIZE - 1), 1), keyOf);
  expect(withPage(once, aPage(numbers(0, PAGE_SIZE - 1), 1), keyOf)).toMatchObject({ unreadable: 1, ended: false });
});

test.each([
  ['continues up to the total', 100, 7],
  ['ends with the twentieth page if the total is unlimited', 999_999_999, 20],
  ['ends with the third page if the response has no total', undefined, 3],
])('A list without any readable row %s', (_, total, pages) => {
  let listed: Listed<{ number: string }> = NOTHING_LISTED;
  while (!listed.ended) listed = withPage(listed, aPage([], PAGE_SIZE, total), keyOf);
  expect(listed.nextPage).toBe(pages);
});
