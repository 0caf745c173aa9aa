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
  const on = table.filter((option) => !isOff(option) && !isSmartLoop(option));
  const withAmount = on.filter(({ amount }) => amount !== undefined);
  const compared = withAmount.length > 0 ? withAmount : on;
  if (compared.length < 2) return undefined;
  const isNamed = compared.every(({ name }) => LEVELS.includes(name));
  const strengthOf = ({ amount, name, code }: TableOption) => amount ?? (isNamed ? LEVELS.indexOf(name) : code);
  return compared.reduce((one, other) => (strengthOf(other) > strengthOf(one) ? other : one)).code;
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
 * Returns strong settings with the weakest voltage. Undefined if they are not strong, or have no function to compose, or
 * if that voltage is strong as well.
 */
export function gentlerOf(settings: TreatmentSettings, tables: Pick<Tables, 'voltage'>): TreatmentSettings | undefined {
  if (settings.function === undefined || !isStrong(settings, tables)) return undefined;
  const [first, ...others] = tables.voltage.filter((option) => option.amount !== undefined && !isOff(option));
  if (first?.amount === undefined) return undefined;
  const weakest = others.reduce((one, other) => (Number(other.amount) < Number(one.amount) ? other : one), first);
  return isStrong({ voltage: weakest.code }, tables) ? undefined : { ...settings, voltage: weakest.code };
}

/** True if the treatment takes unusually long. */
export function isLong({ workMinutes }: Pick<TreatmentSettings, 'workMinutes'>): boolean {
  return workMinutes >= LONG_MINUTES;
}
