import { NOTHING_LISTED, withPage, type Listed, type Records } from '../../core/basics/paging.ts';

/** Rows of a list. `missing`: of a list that was asked for as a whole, how many the server counts and did not send. */
export interface Pages<Item> {
  records: readonly Item[];
  unreadable: number;
  missing?: number;
}

/** The first page of a list, or `all` pages, without duplicates. */
export async function pages<Item>(
  fetch: (page: number) => Promise<Records<Item>>,
  keyOf: (item: Item) => string,
  all = false,
): Promise<{ listed: Pages<Item>; ended: boolean }> {
  let listed: Listed<Item> = NOTHING_LISTED;
  let sent = 0;
  let total: number | undefined;
  do {
    const page = await fetch(listed.nextPage);
    const before = listed;
    listed = withPage(before, page, keyOf);
    const isRepeated = page.records.length > 0 && listed.items.length === before.items.length;
    if (!isRepeated) sent += page.records.length + page.unreadable;
    total = page.total ?? total;
  } while (all && !listed.ended);
  const { items: records, unreadable, ended } = listed;
  return { listed: { records, unreadable, missing: all ? Math.max(0, (total ?? 0) - sent) : undefined }, ended };
}

/** Printed after a list that may have more pages. */
export const MORE = 'There may be more. To list all: --all';
