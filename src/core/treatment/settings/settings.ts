import { isUnreadable, type Auxiliary, type DeviceState, type TherapyFunction } from '../../device/device-state.ts';

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

/** True if both ask for the same of a device. */
export function isSameChoice(one: TreatmentSettings, other: TreatmentSettings): boolean {
  const names = Object.keys({ ...one, ...other }) as (keyof TreatmentSettings)[];
  return names.every((name) => one[name] === other[name]);
}

/**
 * True if no reported value contradicts the requested settings. An unreported value contradicts nothing. A reported
 * function contradicts settings without one.
 */
export function runsAsAsked(settings: TreatmentSettings, state: DeviceState): boolean {
  const { auxiliary, infraredLevel, ...others } = settings;
  if (settings.function === undefined && isFunction(state.function)) return false;
  const agrees = (name: keyof TreatmentSettings) =>
    settings[name] === undefined || state[name] === undefined || settings[name] === state[name];
  const isAuxiliaryAsAsked =
    agrees('auxiliary') && (auxiliary !== 'infrared' || agrees('infraredLevel'))
      ? true
      : isOffByLevel({ auxiliary, infraredLevel }, state);
  return isAuxiliaryAsAsked && (Object.keys(others) as (keyof typeof others)[]).every(agrees);
}

/** The requested settings that the device does not report. */
export function unreportedOf(settings: TreatmentSettings, state: DeviceState): (keyof TreatmentSettings)[] {
  const { infraredLevel, ...others } = settings;
  const asked: Partial<TreatmentSettings> = settings.auxiliary === 'infrared' ? { ...others, infraredLevel } : others;
  const names = Object.keys(asked) as (keyof TreatmentSettings)[];
  return names.filter((name) => asked[name] !== undefined && state[name] === undefined);
}

/** True if the device reports every requested setting, and each as requested. */
export function isKnownToRunAsAsked(settings: TreatmentSettings, state: DeviceState): boolean {
  return runsAsAsked(settings, state) && unreportedOf(settings, state).length === 0;
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

function isFunction(reported: DeviceState['function']): reported is TherapyFunction {
  return reported === 'bio' || reported === 'light' || reported === 'sleep';
}

/** Derives the mode from the device's reported function and auxiliary; undefined if they do not name it. */
export function modeOf(state: Pick<DeviceState, 'function' | 'auxiliary' | 'unreadable'>): TreatmentMode | undefined {
  if (isFunction(state.function)) return state.function;
  if ((state.function !== undefined && state.function !== 'none') || isUnreadable(state, 'function')) return undefined;
  if (state.auxiliary === 'quantum') return 'quantum';
  const hasNoFunction = state.function === 'none' && (state.auxiliary === 'none' || state.auxiliary === 'infrared');
  return hasNoFunction ? 'custom' : undefined;
}
