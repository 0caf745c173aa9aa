import { optionOf, type TableOption, type Tables } from '../../../core/device/tables.ts';
import type { TherapyFunction } from '../../../core/device/device-state.ts';
import { Problem } from '../../../core/problem.ts';
import { fitted } from '../../../core/treatment/settings/fitted.ts';
import {
  customDefault,
  presetOf,
  replacementsIn,
  withFunction,
  type ReplacedSetting,
} from '../../../core/treatment/settings/presets.ts';
import { optionText } from '../../words/format.ts';
import type { TreatmentMode, TreatmentSettings } from '../../../core/treatment/settings/settings.ts';

/** The options of `treatment start`. */
export interface StartOptions {
  mode: TreatmentMode;
  minutes?: number;
  function?: TherapyFunction;
  voltage?: number;
  frequency?: number;
  waveform?: number;
  infrared?: number;
  quantumChamber?: true;
}

export interface ChosenSettings {
  settings: TreatmentSettings;
  replaced: ReplacedSetting[];
}

const OPTION_OF = {
  workMinutes: 'minutes',
  voltage: 'voltage',
  frequency: 'frequency',
  waveform: 'waveform',
  infraredLevel: 'infrared',
} as const satisfies Record<ReplacedSetting['setting'], keyof StartOptions>;

type Detail = Exclude<keyof StartOptions, 'mode' | 'minutes'>;

const OF_BIO: readonly Detail[] = ['voltage', 'frequency', 'waveform'];
/** The options that apply to each mode. */
export const DETAILS: Record<TreatmentMode, readonly Detail[]> = {
  bio: [...OF_BIO, 'infrared'],
  light: ['infrared'],
  sleep: [],
  quantum: ['voltage', 'frequency'],
  custom: ['function', ...OF_BIO, 'infrared', 'quantumChamber'],
};
export const FLAGS: Record<Detail, string> = {
  function: '--function',
  voltage: '--voltage',
  frequency: '--frequency',
  waveform: '--waveform',
  infrared: '--infrared',
  quantumChamber: '--quantum-chamber',
};

/** The settings that a treatment is started with, and what the tables replaced in those of the mode. Throws the Problem `invalid-input` that names the valid values. */
export function settingsFrom(options: StartOptions, tables: Tables): ChosenSettings {
  requireFitting(options);
  const { mode, minutes, voltage, frequency, waveform, infrared, quantumChamber } = options;
  if (minutes !== undefined && !tables.minutes.includes(minutes))
    throw invalidValue('--minutes', minutes, tables.minutes.map(String));
  requireOption('--voltage', tables.voltage, voltage, ' V');
  requireOption('--frequency', tables.frequency, frequency, ' Hz');
  requireOption('--waveform', tables.waveform, waveform);
  requireOption('--infrared', tables.infrared, infrared);
  const base =
    mode === 'custom' ? withFunction(customDefault(tables), options.function ?? 'bio', tables) : presetOf(mode, tables);
  const auxiliary = quantumChamber ? 'quantum' : infrared === undefined ? base.auxiliary : 'infrared';
  const chosen = {
    ...base,
    workMinutes: minutes ?? base.workMinutes,
    voltage: voltage ?? base.voltage,
    frequency: frequency ?? base.frequency,
    waveform: waveform ?? base.waveform,
    auxiliary,
    infraredLevel: infrared ?? base.infraredLevel,
  };
  const settings = fitted(chosen, tables);
  const replaced = replacementsIn(tables, [mode]).filter(
    ({ setting, to }) => options[OPTION_OF[setting]] === undefined && settings[setting] === to,
  );
  return { settings, replaced };
}

function requireFitting(options: StartOptions): void {
  const { mode } = options;
  const withoutBio = mode === 'custom' && options.function !== undefined && options.function !== 'bio';
  const fits = DETAILS[mode].filter((detail) => !(withoutBio && OF_BIO.includes(detail)));
  const stray = (Object.keys(FLAGS) as Detail[]).find(
    (detail) => options[detail] !== undefined && !fits.includes(detail),
  );
  const [what, other] = withoutBio
    ? [`function ${options.function}`, '--function bio']
    : [`mode ${mode}`, '--mode custom'];
  if (stray)
    throw new Problem('invalid-input', {
      message: `${FLAGS[stray]} does not apply to ${what}; omit it, or use ${other}`,
    });
  if (options.quantumChamber && options.infrared !== undefined)
    throw new Problem('invalid-input', { message: '--infrared and --quantum-chamber cannot be combined' });
}

function requireOption(flag: string, table: readonly TableOption[], code: number | undefined, unit = ''): void {
  if (code === undefined || optionOf(table, code)) return;
  throw invalidValue(
    flag,
    code,
    table.map((option) => optionText(option, unit)),
  );
}

function invalidValue(flag: string, code: number, valid: readonly string[]): Problem {
  return new Problem('invalid-input', { message: `Invalid ${flag} ${code}; choose from: ${valid.join(', ')}` });
}
