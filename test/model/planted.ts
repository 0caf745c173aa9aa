import { isDeepStrictEqual } from 'node:util';

/**
 * Replaces entries of a table while the work runs, also if the work returns a promise or fails. `change` gets the table
 * as it was and returns the entries to replace. Throws if it adds an entry or changes nothing.
 */
export function withFault<Table extends object, Result>(
  table: Table,
  change: (table: Table) => Partial<Table>,
  work: () => Result,
): Result {
  const changed = change({ ...table });
  const names = Object.keys(changed) as (keyof Table & string)[];
  const added = names.find((name) => !Object.hasOwn(table, name));
  if (added !== undefined) throw new Error(`the table has no entry ${added}`);
  if (names.every((name) => isDeepStrictEqual(changed[name], table[name])))
    throw new Error('the fault changes nothing in the table');
  const original = Object.fromEntries(names.map((name) => [name, table[name]]));
  const restore = () => void Object.assign(table, original);
  Object.assign(table, changed);
  let result: Result;
  try {
    result = work();
  } catch (error) {
    restore();
    throw error;
  }
  if (result instanceof Promise) return result.finally(restore) as Result;
  restore();
  return result;
}

/** Replaces the decision of a command in one state while the work runs. `change` gets the real decision. */
export function withDecision<Table extends Readonly<Record<At, { next: unknown }>>, At extends string, Result>(
  table: Table,
  at: At,
  change: (next: Table[At]['next']) => Table[At]['next'],
  work: () => Result,
): Result {
  const changed = (original: Table): Partial<Table> => {
    const step = original[at];
    return Object.assign({}, original, { [at]: { ...step, next: change(step.next) } });
  };
  return withFault(table, changed, work);
}
