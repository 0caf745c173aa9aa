import { NOTHING_LISTED, withPage, type Listed, type Records } from '../core/paging.ts';

/** The first page of a list, or `all` of it; nothing twice. */
export async function pages<Item>(
  fetch: (page: number) => Promise<Records<Item>>,
  keyOf: (item: Item) => string,
  all: boolean,
): Promise<{ listed: Pick<Records<Item>, 'unreadable'> & { records: readonly Item[] }; ended: boolean }> {
  let listed: Listed<Item> = NOTHING_LISTED;
  do listed = withPage(listed, await fetch(listed.nextPage), keyOf);
  while (all && !listed.ended);
  const { items: records, unreadable, ended } = listed;
  return { listed: { records, unreadable }, ended };
}

/** Said where a list was not shown to its end. */
export const MORE = 'There may be more: add --all';
