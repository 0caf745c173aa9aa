import { isOff, isSmartLoop, type TableOption, type Tables } from '../../device/tables.ts';
import type { TreatmentSettings } from './settings.ts';

/** The shortest duration that counts as unusually long; minutes. */
const LONG_MINUTES = 180;
/** Of the strongest voltage: where a strong one begins. */
const STRONG_SHARE = 0.8;

/** The levels by their names and labels, from the weakest. */
const LEVELS: readonly { name: TableOption['name']; label: RegExp }[] = [
  { name: 'low', label: /^(?:low|[低弱][档级]?)$/i },
  { name: 'medium', label: /^(?:medium|中[档级]?)$/i },
  { name: 'high', label: /^(?:high|[高强][档级]?)$/i },
];
const UNKNOWN = -1;

/** A label that counts: 二档, 3级, 50%. */
const COUNTED = /^第?(?<count>\d+|[一二三四五六七八九十])\s*[档级%％]$/;
const NUMERALS = '一二三四五六七八九十';

/** What may tell how strong an option is: its amount, the name or the label of its level, or a label that counts. */
const MEASURES: readonly ((option: TableOption) => number)[] = [
  ({ amount = UNKNOWN }) => amount,
  ({ name, label = '' }) => LEVELS.findIndex((level) => level.name === name || level.label.test(label.trim())),
  ({ label = '' }) => countIn(label.trim()),
];

function countIn(label: string): number {
  const { count } = COUNTED.exec(label)?.groups ?? {};
  if (count === undefined) return UNKNOWN;
  return NUMERALS.includes(count) ? NUMERALS.indexOf(count) + 1 : Number(count);
}

/**
 * Returns the options that are on from the weakest to the strongest, by the first measure that all of them have; none if there is
 * no such measure, because neither a code nor another label says how strong an option is. The smart loop is left out.
 */
function byStrength(table: readonly TableOption[]): readonly TableOption[] {
  const on = table.filter((option) => !isOff(option) && !isSmartLoop(option));
  const measure = MEASURES.find((each) => on.every((option) => each(option) !== UNKNOWN));
  if (!measure) return [];
  on.sort((one, other) => measure(one) - measure(other));
  return on;
}

/** Returns the code of the strongest option. Undefined if there is nothing to compare; see `byStrength`. */
export function strongestOf(table: readonly TableOption[]): number | undefined {
  const options = byStrength(table);
  return options.length < 2 ? undefined : options[options.length - 1]?.code;
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
  const voltage = byStrength(tables.voltage)[0]?.code;
  if (voltage === undefined || isStrong({ voltage }, tables)) return undefined;
  const infraredLevel = settings.auxiliary === 'infrared' ? byStrength(tables.infrared)[0]?.code : undefined;
  return { ...settings, voltage, infraredLevel: infraredLevel ?? settings.infraredLevel };
}

/** True if the treatment takes unusually long. */
export function isLong({ workMinutes }: Pick<TreatmentSettings, 'workMinutes'>): boolean {
  return workMinutes >= LONG_MINUTES;
}
