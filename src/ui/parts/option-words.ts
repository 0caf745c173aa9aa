import { optionOf, type TableOption, type Tables } from '../../core/device/tables.ts';
import type { DeviceState } from '../../core/device/device-state.ts';
import { copy } from '../copy/zh-CN-treatment.ts';

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

type AuxiliarySettings = Pick<DeviceState, 'auxiliary' | 'infraredLevel'>;

/** Returns the label of the infrared level; undefined if infrared is off or the level is unknown. */
export function infraredWords({ auxiliary, infraredLevel }: AuxiliarySettings, tables: Tables): string | undefined {
  const level = auxiliary === 'infrared' ? wordsOfCode(tables.infrared, infraredLevel) : undefined;
  return level === copy.options.off ? undefined : level;
}

/** Returns the text of the auxiliary function. */
export function auxiliaryWords(settings: AuxiliarySettings, tables: Tables): string {
  if (settings.auxiliary === 'quantum') return copy.custom.quantum;
  const level = infraredWords(settings, tables);
  return level === undefined ? copy.treatment.infraredOff : copy.treatment.infrared(level);
}
