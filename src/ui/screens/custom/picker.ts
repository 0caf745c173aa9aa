import type { TableOption, Tables } from '../../../core/device/tables.ts';
import type { TreatmentSettings } from '../../../core/treatment/settings.ts';
import { optionWords } from '../../parts/option-words.ts';
import type { WheelOption } from '../../parts/Wheel.tsx';

export interface PickerProps {
  settings: TreatmentSettings;
  tables: Tables;
  onConfirm: (settings: TreatmentSettings) => void;
  onCancel: () => void;
}

/** Converts a table to the options of a wheel. */
export function wheelOptions(table: readonly TableOption[], inUnit?: (amount: number) => string): WheelOption[] {
  return table.map((option) => ({ value: option.code, label: optionWords(option, inUnit) }));
}
