export type TherapyFunction = 'bio' | 'light' | 'sleep';
export type Auxiliary = 'infrared' | 'quantum';

/** What a device says of itself. Codes are those of the option tables; whatever it has not said yet is undefined. */
export interface DeviceState {
  on?: boolean;
  /** `none`: the device runs none of the three. */
  function?: TherapyFunction | 'none';
  auxiliary?: Auxiliary | 'none';
  voltage?: number;
  frequency?: number;
  waveform?: number;
  infraredLevel?: number;
  /** Minutes set. */
  workMinutes?: number;
  /** Minutes treated so far. */
  usedMinutes?: number;
  /** Uses left on the device's own account. */
  remainingUses?: number;
}

/** The state after a report that tells some of it: what the report does not mention stays. */
export function mergeState(state: DeviceState, report: DeviceState): DeviceState {
  const told = Object.entries(report).filter(([, value]) => value !== undefined);
  return { ...state, ...Object.fromEntries(told) };
}

/** The same of what a device says of itself: once it turns on, that no minutes were left of the run before says nothing any more. */
export function afterReport(state: DeviceState, report: DeviceState): DeviceState {
  const turnsOn = report.on === true && state.on !== true && state.workMinutes === 0;
  return mergeState(turnsOn ? { ...state, workMinutes: undefined } : state, report);
}
