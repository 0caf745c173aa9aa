import { NOTHING_LISTED, withPage, type Listed } from '../core/paging.ts';

/** The first page of a list, or `all` of it; nothing twice. */
export async function pages<Item>(
  fetch: (page: number) => Promise<{ records: readonly Item[] }>,
  keyOf: (item: Item) => string,
  all: boolean,
): Promise<Listed<Item>> {
  let listed: Listed<Item> = NOTHING_LISTED;
  do listed = withPage(listed, (await fetch(listed.nextPage)).records, keyOf);
  while (all && !listed.ended);
  return listed;
}

/** Said where a list was not shown to its end. */
export const MORE = 'There may be more: add --all';
