import { isOff, isSmartLoop, type TableOption, type Tables } from '../../device/tables.ts';
import type { TreatmentSettings } from './settings.ts';

/** The shortest duration that counts as unusually long; minutes. */
const LONG_MINUTES = 180;
/** Of the strongest voltage: where a strong one begins. */
const STRONG_SHARE = 0.8;

/** The names of levels, from the weakest. */
const LEVELS: readonly TableOption['name'][] = ['low', 'medium', 'high'];

/**
 * Returns the code of the strongest option: the greatest amount, or without amounts the greatest level by its name, or
 * the greatest code if the table only labels them. The smart loop is not compared. Undefined if there is nothing to compare.
 */
export function strongestOf(table: readonly TableOption[]): number | undefined {
  const compared = strengthsIn(table);
  if (compared.length < 2) return undefined;
  return compared.reduce((one, other) => (other.strength > one.strength ? other : one)).code;
}

/** Returns the code of the weakest option that is on, by the same measure; undefined if none is on. */
function weakestOf(table: readonly TableOption[]): number | undefined {
  const [first, ...others] = strengthsIn(table);
  return first && others.reduce((one, other) => (other.strength < one.strength ? other : one), first).code;
}

/** The options that are on and can be compared, each with its strength. */
function strengthsIn(table: readonly TableOption[]): { code: number; strength: number }[] {
  const on = table.filter((option) => !isOff(option) && !isSmartLoop(option));
  const withAmount = on.filter(({ amount }) => amount !== undefined);
  const compared = withAmount.length > 0 ? withAmount : on;
  const isNamed = compared.every(({ name }) => LEVELS.includes(name));
  return compared.map(({ amount, name, code }) => ({
    code,
    strength: amount ?? (isNamed ? LEVELS.indexOf(name) : code),
  }));
}

/** Returns the longest duration; undefined if there is nothing to compare. */
export function longestOf(minutes: readonly number[]): number | undefined {
  return minutes.length > 1 ? Math.max(...minutes) : undefined;
}

/** True if the voltage is the strongest of the table, or not much below. */
export function isStrong({ voltage }: Pick<TreatmentSettings, 'voltage'>, tables: Pick<Tables, 'voltage'>): boolean {
  const strongest = strongestOf(tables.voltage);
  if (voltage === undefined || strongest === undefined) return false;
  const amountOf = (sought: number) => tables.voltage.find(({ code }) => code === sought)?.amount;
  const [amount, most] = [amountOf(voltage), amountOf(strongest)];
  return voltage === strongest || (amount !== undefined && most !== undefined && amount >= STRONG_SHARE * most);
}

/**
 * Returns strong settings with the weakest voltage and infrared. Undefined if they are not strong, or have no function to
 * compose, or if that voltage is strong as well.
 */
export function gentlerOf(
  settings: TreatmentSettings,
  tables: Pick<Tables, 'voltage' | 'infrared'>,
): TreatmentSettings | undefined {
  if (settings.function === undefined || !isStrong(settings, tables)) return undefined;
  const voltage = weakestOf(tables.voltage.filter(({ amount }) => amount !== undefined));
  if (voltage === undefined || isStrong({ voltage }, tables)) return undefined;
  const level = settings.auxiliary === 'infrared' ? weakestOf(tables.infrared) : undefined;
  return { ...settings, voltage, infraredLevel: level ?? settings.infraredLevel };
}

/** True if the treatment takes unusually long. */
export function isLong({ workMinutes }: Pick<TreatmentSettings, 'workMinutes'>): boolean {
  return workMinutes >= LONG_MINUTES;
}
