import type { TableOption, Tables } from '../../device/tables.ts';
import type { TreatmentSettings } from './settings.ts';

/** The shortest duration that counts as unusually long; minutes. */
const LONG_MINUTES = 180;

/**
 * Returns the code of the strongest option: the greatest amount, or the greatest code if the table states no amounts.
 * Undefined if there is nothing to compare.
 */
export function strongestOf(table: readonly TableOption[]): number | undefined {
  if (table.length < 2) return undefined;
  const withAmount = table.filter(({ amount }) => amount !== undefined);
  const compared = withAmount.length > 0 ? withAmount : table;
  const strengthOf = ({ amount, code }: TableOption) => amount ?? code;
  return compared.reduce((one, other) => (strengthOf(other) > strengthOf(one) ? other : one)).code;
}

/** Returns the longest duration; undefined if there is nothing to compare. */
export function longestOf(minutes: readonly number[]): number | undefined {
  return minutes.length > 1 ? Math.max(...minutes) : undefined;
}

/** True if the settings have the strongest voltage. */
export function isStrong({ voltage }: Pick<TreatmentSettings, 'voltage'>, tables: Pick<Tables, 'voltage'>): boolean {
  return voltage !== undefined && voltage === strongestOf(tables.voltage);
}

/** True if the treatment takes unusually long. */
export function isLong({ workMinutes }: Pick<TreatmentSettings, 'workMinutes'>): boolean {
  return workMinutes >= LONG_MINUTES;
}
