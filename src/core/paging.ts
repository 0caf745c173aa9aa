/** Records a page; pages are numbered from 0. */
export const PAGE_SIZE = 15;
/** Enough for all the cards that somebody owns. */
export const ALL_CARDS = 99;

/** What has been fetched of a paged list. */
export interface Listed<Item> {
  items: readonly Item[];
  /** The page to ask for next. */
  nextPage: number;
  /** There is nothing more to fetch. */
  ended: boolean;
}

export const NOTHING_LISTED: Listed<never> = { items: [], nextPage: 0, ended: false };

/**
 * The list with one more page: each item once, by its key, in the order of coming; the last word on an item counts. A page with
 * fewer records than asked for is the last; so is, from the third on, one that brings nothing new.
 */
export function withPage<Item>(listed: Listed<Item>, records: readonly Item[], keyOf: (item: Item) => string): Listed<Item> {
  const byKey = new Map(listed.items.map((item) => [keyOf(item), item]));
  const before = byKey.size;
  for (const record of records) byKey.set(keyOf(record), record);
  const bringsNothing = listed.nextPage >= 2 && byKey.size === before;
  return { items: [...byKey.values()], nextPage: listed.nextPage + 1, ended: records.length < PAGE_SIZE || bringsNothing };
}
