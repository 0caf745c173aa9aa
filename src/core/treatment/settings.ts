import type { Auxiliary, DeviceState, TherapyFunction } from '../device/device-state.ts';

/** The modes in which the user can start a treatment. */
export type TreatmentMode = 'bio' | 'light' | 'sleep' | 'quantum' | 'custom';

/** The settings of a start command; codes of the option tables. */
export interface TreatmentSettings {
  function?: TherapyFunction;
  /** `none` is a choice: the command turns the auxiliary functions off. */
  auxiliary: Auxiliary | 'none';
  workMinutes: number;
  voltage?: number;
  frequency?: number;
  waveform?: number;
  infraredLevel?: number;
}

/** True if no reported value contradicts the requested settings. An unreported value contradicts nothing. */
export function runsAsAsked(settings: TreatmentSettings, state: DeviceState): boolean {
  const { auxiliary, infraredLevel, ...others } = settings;
  const agrees = (name: keyof TreatmentSettings) =>
    settings[name] === undefined || state[name] === undefined || settings[name] === state[name];
  const isAuxiliaryAsAsked =
    agrees('auxiliary') && (auxiliary !== 'infrared' || agrees('infraredLevel'))
      ? true
      : isOffByLevel({ auxiliary, infraredLevel }, state);
  return isAuxiliaryAsAsked && (Object.keys(others) as (keyof typeof others)[]).every(agrees);
}

/** True if the device reports every requested setting, and each as requested. */
export function isKnownToRunAsAsked(settings: TreatmentSettings, state: DeviceState): boolean {
  const { infraredLevel, ...others } = settings;
  const asked = settings.auxiliary === 'infrared' ? { ...others, infraredLevel } : others;
  const isReported = (name: keyof typeof asked) => asked[name] === undefined || state[name] !== undefined;
  return runsAsAsked(settings, state) && (Object.keys(asked) as (keyof typeof asked)[]).every(isReported);
}

/** True if infrared was to be off, and the device reports it at the level at which it is off. */
function isOffByLevel(
  { auxiliary, infraredLevel }: Pick<TreatmentSettings, 'auxiliary' | 'infraredLevel'>,
  state: DeviceState,
): boolean {
  return (
    auxiliary === 'none' &&
    state.auxiliary === 'infrared' &&
    infraredLevel !== undefined &&
    state.infraredLevel === infraredLevel
  );
}

/** Derives the mode from the device's reported function and auxiliary; undefined if they do not name it. */
export function modeOf(state: Pick<DeviceState, 'function' | 'auxiliary'>): TreatmentMode | undefined {
  if (state.function === 'bio' || state.function === 'light' || state.function === 'sleep') return state.function;
  if (state.function !== undefined && state.function !== 'none') return undefined;
  if (state.auxiliary === 'quantum') return 'quantum';
  const hasNoFunction = state.function === 'none' && (state.auxiliary === 'none' || state.auxiliary === 'infrared');
  return hasNoFunction ? 'custom' : undefined;
}
