import { NOTHING_LISTED, withPage, type Listed } from '../core/paged-list.ts';
import type { Records } from '../core/paging.ts';

/** The first page of a list, or `all` pages, without duplicates. */
export async function pages<Item>(
  fetch: (page: number) => Promise<Records<Item>>,
  keyOf: (item: Item) => string,
  all = false,
): Promise<{ listed: Pick<Records<Item>, 'unreadable'> & { records: readonly Item[] }; ended: boolean }> {
  let listed: Listed<Item> = NOTHING_LISTED;
  do listed = withPage(listed, await fetch(listed.nextPage), keyOf);
  while (all && !listed.ended);
  const { items: records, unreadable, ended } = listed;
  return { listed: { records, unreadable }, ended };
}

/** Printed after a list that may have more pages. */
export const MORE = 'There may be more. To list all: --all';
