import type { ConfigurationValues } from '../api/configuration.ts';

/** One choice of a table: its code on the wire, and either an amount or a name that the ui and the cli have a word for. */
export interface TableOption {
  code: number;
  amount?: number;
  name?: 'smart-loop' | 'waveform-1' | 'waveform-2' | 'waveform-3' | 'off' | 'low' | 'medium' | 'high';
  /** The deployment's own wording. */
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

const standard: Tables = {
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

/** The tables to choose from: the standard ones, but for those that the deployment replaces. */
export function tablesOf({ tables }: Pick<ConfigurationValues, 'tables'>): Tables {
  return { ...standard, ...Object.fromEntries(Object.entries(tables).filter(([, table]) => table !== undefined)) };
}

/** The choice with that code; undefined for a code that the table does not have. */
export function optionOf(table: readonly TableOption[], code: number | undefined): TableOption | undefined {
  return table.find((option) => option.code === code);
}
