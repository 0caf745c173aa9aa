import { missingIn, NOTHING_LISTED, withPage, type Listed, type Records } from '../../core/basics/paging.ts';

/**
 * Rows of a list. `missing`: how many the server counts and did not send, of a list that was asked for as a whole, or of
 * which it sent none.
 * `isPart`: the server has more rows, or may have.
 */
export interface Pages<Item> {
  records: readonly Item[];
  unreadable: number;
  missing?: number;
  isPart?: boolean;
}

/** The first page of a list, or `all` pages, without duplicates. */
export async function pages<Item>(
  fetch: (page: number) => Promise<Records<Item>>,
  keyOf: (item: Item) => string,
  all = false,
): Promise<Pages<Item>> {
  let listed: Listed<Item> = NOTHING_LISTED;
  do listed = withPage(listed, await fetch(listed.nextPage), keyOf);
  while (all && !listed.ended);
  const { items: records, unreadable, ended } = listed;
  const missing = missingIn(listed);
  const isAsked = all || (ended && records.length === 0);
  return { records, unreadable, missing: isAsked ? missing : undefined, isPart: !ended || missing > 0 };
}

/** Printed after a list that may have more pages. */
export const MORE = 'There may be more. To list all: --all';
