import { optionOf, type TableOption } from '../../core/device/tables.ts';
import { copy } from '../copy/zh-CN-later.ts';

/** Returns the label of a table option: the configured label, else the built-in one, else the amount with its unit. */
export function optionWords(option: TableOption, inUnit: (amount: number) => string = String): string {
  return option.label ?? (option.name ? copy.options[option.name] : inUnit(option.amount ?? option.code));
}

/** Returns the label of the option with this code; undefined if the table has no such code. */
export function wordsOfCode(
  table: readonly TableOption[],
  code: number | undefined,
  inUnit?: (amount: number) => string,
): string | undefined {
  const option = optionOf(table, code);
  return option && optionWords(option, inUnit);
}
