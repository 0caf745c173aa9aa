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
  const areAllMissing = ended && records.length === 0 && missing > 0;
  return { records, unreadable, missing: all || areAllMissing ? missing : undefined, isPart: !ended || missing > 0 };
}

/** The rows of several lists as one. */
export function together<Item>(lists: readonly Pages<Item>[]): Pages<Item> {
  const missing = lists.flatMap((list) => list.missing ?? []);
  return {
    records: lists.flatMap(({ records }) => records),
    unreadable: lists.reduce((sum, list) => sum + list.unreadable, 0),
    missing: missing.length === 0 ? undefined : missing.reduce((sum, each) => sum + each, 0),
    isPart: lists.some((list) => list.isPart),
  };
}

/**
 * The rows in the order that the help of a list promises, whatever the server's is. One without a time stays behind the row
 * that the server has before it: nobody knows that it is an old one.
 */
export function newestFirst<Item>(list: Pages<Item>, timeOf: (item: Item) => number | undefined): Pages<Item> {
  let before = Number.MAX_SAFE_INTEGER;
  const dated = list.records.map((item) => {
    before = timeOf(item) ?? before;
    return { item, at: before };
  });
  return { ...list, records: dated.toSorted((one, other) => other.at - one.at).map(({ item }) => item) };
}

/** Printed after a list that may have more pages. */
export const MORE = 'There may be more. To list all: --all';
