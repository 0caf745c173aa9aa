import type { TherapyFunction } from '../device/device-state.ts';
import type { TreatmentMode, TreatmentSettings } from './settings.ts';

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
