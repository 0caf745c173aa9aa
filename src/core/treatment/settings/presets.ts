import type { TherapyFunction } from '../../device/device-state.ts';
import type { Tables } from '../../device/tables.ts';
import { fitted } from './fitted.ts';
import type { TreatmentMode, TreatmentSettings } from './settings.ts';

/** A mode with fixed settings. */
export type PresetMode = Exclude<TreatmentMode, 'custom'>;

/** The initial settings of the custom screen, as far as the tables offer them. */
const CUSTOM_DEFAULT = {
  function: 'bio',
  auxiliary: 'none',
  workMinutes: 30,
  voltage: 3,
  frequency: 1,
  waveform: 1,
} as const satisfies TreatmentSettings;

const PRESETS: Record<PresetMode, TreatmentSettings> = {
  bio: { function: 'bio', auxiliary: 'infrared', workMinutes: 30, voltage: 6, frequency: 1, infraredLevel: 4 },
  light: { function: 'light', auxiliary: 'infrared', workMinutes: 30, infraredLevel: 4 },
  sleep: { function: 'sleep', auxiliary: 'none', workMinutes: 180 },
  quantum: { auxiliary: 'quantum', workMinutes: 30, voltage: 6, frequency: 1 },
};

/** The preset of a mode tile, fitted to the tables. */
export function presetOf(mode: PresetMode, tables: Tables): TreatmentSettings {
  return fitted(PRESETS[mode], tables);
}

/** The initial settings of the custom screen, fitted to the tables. */
export function customDefault(tables: Tables): TreatmentSettings {
  return fitted(CUSTOM_DEFAULT, tables);
}

/** Returns the settings with another function. Only bio-electricity has voltage, frequency and waveform. */
export function withFunction(settings: TreatmentSettings, chosen: TherapyFunction, tables: Tables): TreatmentSettings {
  const {
    voltage = CUSTOM_DEFAULT.voltage,
    frequency = CUSTOM_DEFAULT.frequency,
    waveform = CUSTOM_DEFAULT.waveform,
  } = settings;
  return fitted({ ...settings, function: chosen, voltage, frequency, waveform }, tables);
}

/** A value of a preset or of the custom default that the tables do not offer, and its replacement. */
export interface ReplacedSetting {
  mode: TreatmentMode;
  setting: 'workMinutes' | 'voltage' | 'frequency' | 'waveform' | 'infraredLevel';
  from: number;
  /** Undefined: the setting is left out, or its function is off. */
  to: number | undefined;
}

const REPLACEABLE = ['workMinutes', 'voltage', 'frequency', 'waveform', 'infraredLevel'] as const;

/** Lists what the tables of a deployment replace in the presets and in the custom default. */
export function replacementsIn(tables: Tables, modes?: readonly TreatmentMode[]): ReplacedSetting[] {
  return Object.entries({ ...PRESETS, custom: CUSTOM_DEFAULT } satisfies Record<TreatmentMode, TreatmentSettings>)
    .map(([mode, settings]) => ({ mode: mode as TreatmentMode, settings: settings as TreatmentSettings }))
    .filter(({ mode }) => modes?.includes(mode) ?? true)
    .flatMap(({ mode, settings }) => {
      const offered = fitted(settings, tables);
      return REPLACEABLE.flatMap((setting) => {
        const from = settings[setting];
        return from === undefined || from === offered[setting] ? [] : [{ mode, setting, from, to: offered[setting] }];
      });
    });
}

/** The tables of the configuration that offer the settings. */
const TABLE_OF = {
  workMinutes: 'minutes',
  voltage: 'voltage',
  frequency: 'frequency',
  waveform: 'waveform',
  infraredLevel: 'infrared',
} as const satisfies Record<ReplacedSetting['setting'], keyof Tables>;

/** A replacement in words, for those who deploy the app. */
export function replacementText({ mode, setting, from, to }: ReplacedSetting): string {
  const instead = to === undefined ? 'left out' : `replaced by ${to}`;
  return `tables.${TABLE_OF[setting]} lacks ${from} of the mode ${mode}, which is ${instead}`;
}
