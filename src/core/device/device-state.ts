export type TherapyFunction = 'bio' | 'light' | 'sleep';
export type Auxiliary = 'infrared' | 'quantum';

/** A device's reported state. Codes are those of the option tables. An unreported value is undefined. */
export interface DeviceState {
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

/** True if the device reports that it runs; false also if it does not say. A device that is on without minutes left has finished. */
export function runs({ on, workMinutes }: DeviceState): boolean {
  return on === true && workMinutes !== 0;
}

/** True if the device reports that it does not run; false also if it does not say. */
export function rests({ on, workMinutes }: DeviceState): boolean {
  return on === false || workMinutes === 0;
}

/** Merges a partial report into the state. Values that the report lacks remain. */
export function mergeState(state: DeviceState, report: DeviceState): DeviceState {
  const reported = Object.entries(report).filter(([, value]) => value !== undefined);
  return { ...state, ...Object.fromEntries(reported) };
}

/**
 * Like `mergeState`, for a device's report. When a device at rest runs, or one that runs has another function, nothing of
 * its previous run is kept. When one turns on of which only the requested settings are known, they remain, without a
 * count.
 */
export function afterReport(state: DeviceState, report: DeviceState): DeviceState {
  const { function: before, on, remainingUses } = state;
  const merged = mergeState(state, report);
  const isAnother = before !== undefined && report.function !== undefined && before !== report.function;
  const begins = on === false ? report.on === true : on === true && rests(state) && runs(merged);
  if (begins || (runs(state) && isAnother && report.on !== false)) return mergeState({ on, remainingUses }, report);
  if (report.on !== true || on !== undefined) return merged;
  const workMinutes = state.workMinutes === 0 ? undefined : state.workMinutes;
  return mergeState({ ...state, workMinutes, usedMinutes: undefined }, report);
}
