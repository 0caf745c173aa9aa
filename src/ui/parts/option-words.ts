import { optionOf, type TableOption } from '../../core/device/tables.ts';
import { copy } from '../copy/zh-CN-later.ts';

/** What a choice of a table is called: the deployment's word, ours, or its amount in a unit. */
export function optionWords(option: TableOption, inUnit: (amount: number) => string = String): string {
  return option.label ?? (option.name ? copy.options[option.name] : inUnit(option.amount ?? option.code));
}

/** The same by its code; undefined for none and for a code that the table does not have. */
export function wordsOfCode(
  table: readonly TableOption[],
  code: number | undefined,
  inUnit?: (amount: number) => string,
): string | undefined {
  const option = optionOf(table, code);
  return option && optionWords(option, inUnit);
}
