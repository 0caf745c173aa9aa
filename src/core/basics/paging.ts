import { Problem } from '../problem.ts';

/** Rows per page; page numbers start at 0. */
export const PAGE_SIZE = 15;
/** Page size for the cards of a user: one page has all of them, unless the `total` says otherwise. */
export const ALL_CARDS = 99;

/** Rows of a list response. */
export interface Records<Row> {
  records: Row[];
  /** Number of unreadable rows. */
  unreadable: number;
  /** Total number of rows, if a paged list states it. */
  total?: number;
}

/** Each row once, by its key; the first counts. */
export function eachOnce<Row>(records: readonly Row[], keyOf: (row: Row) => unknown): Row[] {
  const keys = new Set<unknown>();
  return records.filter((row) => !keys.has(keyOf(row)) && keys.add(keyOf(row)));
}

/**
 * Call it when an item is not among the readable rows. Throws `parse` if there are unreadable rows, because the item
 * may be one of them.
 */
export function requireWhole(
  { unreadable }: Pick<Records<unknown>, 'unreadable'>,
  { name: call }: { name: string },
): void {
  if (unreadable > 0)
    throw new Problem('parse', { call, message: `${call}: ${unreadable} of the rows cannot be read` });
}

/** Paging stops after this many unreadable rows, because the total may be wrong. */
const MAX_UNREADABLE = 20 * PAGE_SIZE;

/** The fetched part of a paged list. */
export interface Listed<Item> {
  items: readonly Item[];
  /** Number of dropped, unreadable rows. */
  unreadable: number;
  /** Number of rows that the server has sent, readable or not; a repeated page counts once. */
  sent: number;
  /** Number of rows that the server counted last, if it counts. */
  total?: number;
  /** The next page to request. */
  nextPage: number;
  /** True if no further page exists. */
  ended: boolean;
}

export const NOTHING_LISTED: Listed<never> = { items: [], unreadable: 0, sent: 0, nextPage: 0, ended: false };

/** How many rows the server counts and has not sent. */
export function missingIn({ sent, total = 0 }: Pick<Listed<unknown>, 'sent' | 'total'>): number {
  return Math.max(0, total - sent);
}

/**
 * Appends a page. Each item occurs once, by its key, at its first position and with its latest value. A page with fewer
 * rows than `PAGE_SIZE` is the last one. From the third page on, a page without new items is also the last one.
 * Unreadable rows count as rows: after a page of only such rows, paging continues up to the total, or up to 300 such
 * rows.
 */
export function withPage<Item>(
  listed: Listed<Item>,
  { records, unreadable, total }: Readonly<Records<Item>>,
  keyOf: (item: Item) => string,
): Listed<Item> {
  const byKey = new Map(listed.items.map((item) => [keyOf(item), item]));
  const before = byKey.size;
  for (const record of records) byKey.set(keyOf(record), record);
  const isKnown = records.length > 0 && byKey.size === before;
  const nextPage = listed.nextPage + 1;
  const mayHaveMore =
    nextPage <= 2 ||
    byKey.size > before ||
    (!isKnown && nextPage * PAGE_SIZE < (total ?? 0) && listed.unreadable + unreadable < MAX_UNREADABLE);
  return {
    items: [...byKey.values()],
    unreadable: listed.unreadable + (isKnown ? 0 : unreadable),
    sent: listed.sent + (isKnown ? 0 : records.length + unreadable),
    total: total ?? listed.total,
    nextPage,
    ended: records.length + unreadable < PAGE_SIZE || !mayHaveMore,
  };
}
