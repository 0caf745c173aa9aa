import { Problem } from './problem.ts';

/** Records a page; pages are numbered from 0. */
export const PAGE_SIZE = 15;
/** After so many rows that cannot be read no other is looked for: a total may be wrong. */
const UNREADABLE_AT_MOST = 20 * PAGE_SIZE;
/** Enough for all the cards that somebody owns. */
export const ALL_CARDS = 99;

/** What an answer lists. */
export interface Records<Row> {
  records: Row[];
  /** How many rows were sent that cannot be read. */
  unreadable: number;
  /** How many there are in all, where a paged list says so. */
  total?: number;
}

/** What has been fetched of a paged list. */
export interface Listed<Item> {
  items: readonly Item[];
  /** How many rows were left out, since they cannot be read. */
  unreadable: number;
  /** The page to ask for next. */
  nextPage: number;
  /** There is nothing more to fetch. */
  ended: boolean;
}

export const NOTHING_LISTED: Listed<never> = { items: [], unreadable: 0, nextPage: 0, ended: false };

/**
 * The list with one more page: each item once, by its key, in the order of coming; the last word on an item counts. A page with
 * fewer rows than asked for is the last; so is, from the third on, one that brings nothing new. Rows that cannot be read are rows:
 * a page of nothing else is followed by others as far as the total says, up to 300 such rows.
 */
export function withPage<Item>(
  listed: Listed<Item>,
  { records, unreadable, total = 0 }: Readonly<Records<Item>>,
  keyOf: (item: Item) => string,
): Listed<Item> {
  const byKey = new Map(listed.items.map((item) => [keyOf(item), item]));
  const before = byKey.size;
  for (const record of records) byKey.set(keyOf(record), record);
  const isKnown = records.length > 0 && byKey.size === before;
  const nextPage = listed.nextPage + 1;
  const mayGoOn =
    nextPage <= 2 ||
    byKey.size > before ||
    (!isKnown && nextPage * PAGE_SIZE < total && listed.unreadable + unreadable < UNREADABLE_AT_MOST);
  return {
    items: [...byKey.values()],
    unreadable: listed.unreadable + (isKnown ? 0 : unreadable),
    nextPage,
    ended: records.length + unreadable < PAGE_SIZE || !mayGoOn,
  };
}

/** For what is not among the rows that could be read. Throws `parse` where others could not: it may be one of them. */
export function requireWhole(
  { unreadable }: Pick<Records<unknown>, 'unreadable'>,
  { name: call }: { name: string },
): void {
  if (unreadable > 0)
    throw new Problem('parse', { call, message: `${call}: ${unreadable} of the rows cannot be read` });
}
