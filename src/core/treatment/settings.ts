import type { Auxiliary, DeviceState, TherapyFunction } from '../device/device-state.ts';

/** The modes in which the user can start a treatment. */
export type TreatmentMode = 'bio' | 'light' | 'sleep' | 'quantum' | 'custom';

/** The settings of a start command; codes of the option tables. */
export interface TreatmentSettings {
  function?: TherapyFunction;
  auxiliary?: Auxiliary;
  workMinutes: number;
  voltage?: number;
  frequency?: number;
  waveform?: number;
  infraredLevel?: number;
}

/** The initial settings of the custom screen. */
export const CUSTOM_DEFAULT: TreatmentSettings = {
  function: 'bio',
  workMinutes: 30,
  voltage: 3,
  frequency: 1,
  waveform: 1,
};

const presets: Record<Exclude<TreatmentMode, 'custom'>, TreatmentSettings> = {
  bio: { function: 'bio', auxiliary: 'infrared', workMinutes: 30, voltage: 6, frequency: 1, infraredLevel: 4 },
  light: { function: 'light', auxiliary: 'infrared', workMinutes: 30, infraredLevel: 4 },
  sleep: { function: 'sleep', workMinutes: 180 },
  quantum: { auxiliary: 'quantum', workMinutes: 30, voltage: 6, frequency: 1 },
};

/** The preset of a mode tile. */
export function presetOf(mode: Exclude<TreatmentMode, 'custom'>): TreatmentSettings {
  return presets[mode];
}

/** Returns the settings with another function. Only bio-electricity has voltage, frequency and waveform. */
export function withFunction(settings: TreatmentSettings, chosen: TherapyFunction): TreatmentSettings {
  const { voltage, frequency, waveform, ...rest } = settings;
  if (chosen !== 'bio') return { ...rest, function: chosen };
  return {
    ...rest,
    function: chosen,
    voltage: voltage ?? CUSTOM_DEFAULT.voltage,
    frequency: frequency ?? CUSTOM_DEFAULT.frequency,
    waveform: waveform ?? CUSTOM_DEFAULT.waveform,
  };
}

/** True if no reported value contradicts the requested settings. An unreported value contradicts nothing. */
export function runsAsAsked(settings: TreatmentSettings, state: DeviceState): boolean {
  return (Object.keys(settings) as (keyof TreatmentSettings)[]).every(
    (name) => settings[name] === undefined || state[name] === undefined || settings[name] === state[name],
  );
}

/** Derives the mode from the device's reported function and auxiliary. */
export function modeOf(state: Pick<DeviceState, 'function' | 'auxiliary'>): TreatmentMode {
  if (state.function === 'bio' || state.function === 'light' || state.function === 'sleep') return state.function;
  return state.auxiliary === 'quantum' ? 'quantum' : 'custom';
}
