import type { TableOption, Tables } from '../../../core/device/tables.ts';
import type { TreatmentSettings } from '../../../core/treatment/settings/settings.ts';
import { copy } from '../../copy/zh-CN.ts';
import { optionWords } from '../../parts/words/option-words.ts';
import type { WheelOption } from '../../parts/form/Wheel.tsx';

export interface PickerProps {
  settings: TreatmentSettings;
  tables: Tables;
  onConfirm: (settings: TreatmentSettings) => void;
  onCancel: () => void;
}

/** Converts a table to the options of a wheel. `strongest` is the code of the option to be marked. */
export function wheelOptions(
  table: readonly TableOption[],
  inUnit?: (amount: number) => string,
  strongest?: number,
): WheelOption[] {
  return table.map((option) => ({
    value: option.code,
    label: optionWords(option, inUnit),
    mark: option.code === strongest ? copy.custom.strongest : undefined,
  }));
}
