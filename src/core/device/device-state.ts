export type TherapyFunction = 'bio' | 'light' | 'sleep';
export type Auxiliary = 'infrared' | 'quantum';

/** The values that a device reports. Codes are those of the option tables. An unreported value is undefined. */
interface DeviceValues {
  on?: boolean;
  /** `none`: none of the three functions runs. `other`: a code that this program does not know. */
  function?: TherapyFunction | 'none' | 'other';
  auxiliary?: Auxiliary | 'none' | 'other';
  voltage?: number;
  frequency?: number;
  waveform?: number;
  infraredLevel?: number;
  /** Set duration in minutes. */
  workMinutes?: number;
  /** Treated minutes. */
  usedMinutes?: number;
  /** Remaining uses on the device's own account. */
  remainingUses?: number;
}

export type DeviceValue = keyof DeviceValues;

/** A device's report, or what is known after several. */
export interface DeviceState extends DeviceValues {
  /** The values that were sent last in a way that cannot be read. They are unknown, whatever was known before. */
  unreadable?: readonly DeviceValue[];
}

/** Light and sleep have no voltage, frequency and waveform. */
export function hasStrength({ function: therapy }: Pick<DeviceState, 'function'>): boolean {
  return therapy !== 'light' && therapy !== 'sleep';
}

/** The state without a strength that its function does not have: a device may keep and report that of an earlier treatment. */
export function withoutKeptStrength(state: DeviceState): DeviceState {
  if (hasStrength(state)) return state;
  const { voltage: _voltage, frequency: _frequency, waveform: _waveform, ...others } = state;
  return others;
}

/** True if the device reports that it runs; false also if it does not say. A device that is on without minutes left has finished. */
export function runs({ on, workMinutes }: DeviceState): boolean {
  return on === true && workMinutes !== 0;
}

/**
 * True if the device reports that it does not run; false also if it does not say. Without minutes it has finished, unless
 * its switch cannot be read.
 */
export function rests(state: DeviceState): boolean {
  return state.on === false || (state.workMinutes === 0 && !isUnreadable(state, 'on'));
}

/** Whether the device reports that it runs; undefined if it does not say. */
export function runsBy(report: DeviceState): boolean | undefined {
  return runs(report) ? true : rests(report) ? false : undefined;
}

const SETTINGS = [
  'function',
  'auxiliary',
  'voltage',
  'frequency',
  'waveform',
  'infraredLevel',
  'workMinutes',
] as const satisfies readonly DeviceValue[];

/** True if a setting is known of both, and is not the same. */
export function hasOtherSettings(one: DeviceState, other: DeviceState): boolean {
  return SETTINGS.some((name) => one[name] !== undefined && other[name] !== undefined && one[name] !== other[name]);
}

/** True if the value was sent last in a way that cannot be read. */
export function isUnreadable({ unreadable = [] }: DeviceState, name: DeviceValue): boolean {
  return unreadable.includes(name);
}

/** Merges a partial report into the state. Values that the report lacks remain; those that cannot be read become unknown. */
export function mergeState(state: DeviceState, report: DeviceState): DeviceState {
  const { unreadable: before = [], ...known } = state;
  const { unreadable: lost = [], ...reported } = report;
  const kept = Object.entries(known).filter(([name]) => !isUnreadable(report, name as DeviceValue));
  const told = Object.entries(reported).filter(([, value]) => value !== undefined);
  const unreadable = [...new Set([...before, ...lost])].filter((name) => reported[name] === undefined);
  const merged = { ...Object.fromEntries([...kept, ...told]), ...(unreadable.length > 0 ? { unreadable } : {}) };
  return withoutKeptStrength(merged);
}

/**
 * Like `mergeState`, for a device's report. When a device at rest runs, or may run because its switch cannot be read, or one
 * that may run has another function, nothing of its previous run is kept. A count from before the device first says that it
 * is on is not of this run.
 */
export function afterReport(state: DeviceState, report: DeviceState): DeviceState {
  const { function: before, on, remainingUses, unreadable } = state;
  const merged = mergeState(state, report);
  const isAnother =
    before !== undefined &&
    (isUnreadable(report, 'function') || (report.function !== undefined && before !== report.function));
  const mayBegin = rests(state) && isUnreadable(report, 'on');
  const begins = on === false ? report.on === true : on === true && rests(state) && runs(merged);
  const mayRun = runs(state) || isUnreadable(state, 'on');
  if (mayBegin || begins || (mayRun && isAnother && report.on !== false))
    return mergeState({ on, remainingUses, unreadable }, report);
  if (report.on !== true || on !== undefined) return merged;
  const workMinutes = state.workMinutes === 0 ? undefined : state.workMinutes;
  return mergeState({ ...state, workMinutes, usedMinutes: undefined }, report);
}
