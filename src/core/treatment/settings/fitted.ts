import { hasStrength } from '../../device/device-state.ts';
import {
  isOff,
  isSmartLoop,
  offLevelOf,
  optionOf,
  STANDARD_TABLES,
  type TableOption,
  type Tables,
} from '../../device/tables.ts';
import type { TreatmentSettings } from './settings.ts';

/**
 * Returns the settings with each value that the tables lack replaced by the nearest that they offer, so that a screen
 * shows what is sent. Of two equally near values it takes the lower. A value whose table is empty is left out, and so are
 * voltage, frequency and waveform of a function that has none.
 */
export function fitted(settings: TreatmentSettings, tables: Tables): TreatmentSettings {
  return {
    ...settings,
    workMinutes: nearestOf(tables.minutes, settings.workMinutes, (minutes) => minutes) ?? settings.workMinutes,
    ...fittedStrength(settings, tables),
    ...fittedAuxiliary(settings, tables.infrared),
  };
}

function fittedStrength(
  settings: TreatmentSettings,
  tables: Tables,
): Pick<TreatmentSettings, 'voltage' | 'frequency' | 'waveform'> {
  if (!hasStrength(settings)) return { voltage: undefined, frequency: undefined, waveform: undefined };
  const { voltage, frequency, waveform } = settings;
  return {
    voltage: fittedCode(tables.voltage, STANDARD_TABLES.voltage, voltage),
    frequency: fittedCode(tables.frequency, STANDARD_TABLES.frequency, frequency),
    waveform: fittedCode(tables.waveform, STANDARD_TABLES.waveform, waveform),
  };
}

/** Infrared at a level that is off is no auxiliary function. */
function fittedAuxiliary(
  { auxiliary, infraredLevel }: TreatmentSettings,
  table: readonly TableOption[],
): Pick<TreatmentSettings, 'auxiliary' | 'infraredLevel'> {
  if (auxiliary === 'quantum') return { auxiliary, infraredLevel: undefined };
  const off = offLevelOf(table);
  const levels = table.filter((option) => !isOff(option));
  const chosen = optionOf(table, infraredLevel);
  const isChosen = auxiliary === 'infrared' && !(chosen && isOff(chosen));
  const level = isChosen ? (fittedCode(levels, [], infraredLevel) ?? levels[0]?.code) : undefined;
  return level === undefined ? { auxiliary: 'none', infraredLevel: off } : { auxiliary, infraredLevel: level };
}

/**
 * The nearest code by amount. A code without a known amount becomes the lowest amount, because nothing says that a
 * stronger one is meant; in a table without amounts the nearest code counts. A strength becomes the smart loop only if the
 * table has nothing else.
 */
function fittedCode(
  table: readonly TableOption[],
  standard: readonly TableOption[],
  code: number | undefined,
): number | undefined {
  if (code === undefined || optionOf(table, code)) return code;
  const amount = optionOf(standard, code)?.amount ?? 0;
  const fixed = table.filter((option) => !isSmartLoop(option));
  const offered = fixed.length > 0 ? fixed : table;
  const byAmount = offered.flatMap((option) =>
    option.amount === undefined ? [] : { ...option, amount: option.amount },
  );
  return byAmount.length > 0
    ? nearestOf(byAmount, amount, (option) => option.amount)?.code
    : nearestOf(offered, code, (option) => option.code)?.code;
}

function nearestOf<Value>(
  values: readonly Value[],
  wanted: number,
  sizeOf: (value: Value) => number,
): Value | undefined {
  const isNearer = (one: Value, other: Value) => {
    const difference = Math.abs(sizeOf(one) - wanted) - Math.abs(sizeOf(other) - wanted);
    return difference < 0 || (difference === 0 && sizeOf(one) < sizeOf(other));
  };
  let nearest: Value | undefined;
  for (const value of values) if (nearest === undefined || isNearer(value, nearest)) nearest = value;
  return nearest;
}
