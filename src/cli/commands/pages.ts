import { missingIn, NOTHING_LISTED, withPage, type Listed, type Records } from '../../core/basics/paging.ts';

/** Rows of a list. `missing`: of a list that was asked for as a whole, how many the server counts and did not send. */
export interface Pages<Item> {
  records: readonly Item[];
  unreadable: number;
  missing?: number;
}

/** The first page of a list, or `all` pages, without duplicates. `isWhole`: no row of the list is left out. */
export async function pages<Item>(
  fetch: (page: number) => Promise<Records<Item>>,
  keyOf: (item: Item) => string,
  all = false,
): Promise<{ listed: Pages<Item>; ended: boolean; isWhole: boolean }> {
  let listed: Listed<Item> = NOTHING_LISTED;
  do listed = withPage(listed, await fetch(listed.nextPage), keyOf);
  while (all && !listed.ended);
  const { items: records, unreadable, ended } = listed;
  const missing = missingIn(listed);
  return {
    listed: { records, unreadable, missing: all ? missing : undefined },
    ended,
    isWhole: ended && missing === 0,
  };
}

/** Printed after a list that may have more pages. */
export const MORE = 'There may be more. To list all: --all';
