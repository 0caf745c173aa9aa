import type { ConfigurationValues, OPTION_NAMES } from '../api/configuration/configuration.ts';

/** One option of a table: its wire code, and an amount or a name. The ui and the cli translate the name. */
export interface TableOption {
  code: number;
  amount?: number;
  name?: (typeof OPTION_NAMES)[number];
  /** Label that the deployment defines. */
  label?: string;
}

export interface Tables {
  /** Minutes. */
  minutes: readonly number[];
  /** Amounts in V. */
  voltage: readonly TableOption[];
  /** Amounts in Hz. */
  frequency: readonly TableOption[];
  waveform: readonly TableOption[];
  infrared: readonly TableOption[];
}

const VOLTS = [3000, 4000, 5000, 7000, 9000, 11000, 13000];
const HERTZ = Array.from({ length: 11 }, (_, index) => 50 + index);

/** The option tables of a deployment that replaces none. */
export const STANDARD_TABLES: Tables = {
  minutes: [30, 40, 50, 60, 180, 300, 510],
  voltage: [...VOLTS.map((amount, index) => ({ code: index + 1, amount })), { code: 8, name: 'smart-loop' }],
  frequency: HERTZ.map((amount, index) => ({ code: index + 1, amount })),
  waveform: [
    { code: 1, name: 'waveform-1' },
    { code: 2, name: 'waveform-2' },
    { code: 3, name: 'waveform-3' },
  ],
  infrared: [
    { code: 1, name: 'off' },
    { code: 2, name: 'low' },
    { code: 3, name: 'medium' },
    { code: 4, name: 'high' },
  ],
};

/** The option tables: the standard ones, with the deployment's replacements. */
export function tablesOf({ tables }: Pick<ConfigurationValues, 'tables'>): Tables {
  return {
    ...STANDARD_TABLES,
    ...Object.fromEntries(Object.entries(tables).filter(([, table]) => table !== undefined)),
  };
}

const OFF_LABEL = /^(off|关闭?)$/i;

/** True if the option turns its function off. */
export function isOff({ name, amount, label = '' }: TableOption): boolean {
  return name === 'off' || amount === 0 || OFF_LABEL.test(label.trim());
}

const SMART_LOOP_LABEL = /^(smart[ -]?loop|智能循环)$/i;

/** True if the device changes the strength by itself with this option: it is neither stronger nor weaker than another one. */
export function isSmartLoop({ name, label = '' }: TableOption): boolean {
  return name === 'smart-loop' || SMART_LOOP_LABEL.test(label.trim());
}

/** The code that turns the function off; undefined if the table has none. */
export function offLevelOf(table: readonly TableOption[]): number | undefined {
  return table.find(isOff)?.code;
}

/** The option with that code; undefined if the table does not have it. */
export function optionOf(table: readonly TableOption[], code: number | undefined): TableOption | undefined {
  return table.find((option) => option.code === code);
}

/** True if the code sets something. A device reports 0 of a setting that it does not have. */
export function isSet(table: readonly TableOption[], code: number | undefined): code is number {
  return code !== undefined && (code !== 0 || optionOf(table, code) !== undefined);
}
