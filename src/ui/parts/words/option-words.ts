import { isOff, optionOf, type TableOption, type Tables } from '../../../core/device/tables.ts';
import type { DeviceState } from '../../../core/device/device-state.ts';
import { copy } from '../../copy/zh-CN.ts';

/** Returns the label of a table option: the configured label, else the built-in one, else the amount with its unit, else the bare code. */
export function optionWords(option: TableOption, inUnit: (amount: number) => string = String): string {
  return (
    option.label ??
    (option.name
      ? copy.options[option.name]
      : option.amount === undefined
        ? String(option.code)
        : inUnit(option.amount))
  );
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

/** Returns the label of the level at which infrared is on; undefined if it is off or the level is unknown. */
export function infraredWords({ auxiliary, infraredLevel }: AuxiliarySettings, tables: Tables): string | undefined {
  const option = auxiliary === 'infrared' ? optionOf(tables.infrared, infraredLevel) : undefined;
  return option && !isOff(option) ? optionWords(option) : undefined;
}

/** Returns the text of the auxiliary function; undefined if it is not known. */
export function auxiliaryWords(settings: AuxiliarySettings, tables: Tables): string | undefined {
  switch (settings.auxiliary) {
    case 'quantum':
      return copy.custom.quantum;
    case 'none':
      return copy.treatment.infraredOff;
    case 'infrared': {
      const level = optionOf(tables.infrared, settings.infraredLevel);
      if (level && isOff(level)) return copy.treatment.infraredOff;
      return level ? copy.treatment.infrared(optionWords(level)) : copy.treatment.infraredOn;
    }
    case 'other':
    case undefined:
      return undefined;
  }
}
