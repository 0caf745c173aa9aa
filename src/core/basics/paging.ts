import { Problem } from '../problem.ts';

/** Rows per page; page numbers start at 0. */
export const PAGE_SIZE = 15;
/** Page size that holds all cards of a user. */
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
