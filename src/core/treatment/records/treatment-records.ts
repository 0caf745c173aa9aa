import { distinctDevices, hasDevice, isSameDevice } from '../../basics/device-code.ts';
import { ageOf, DAY, isWithin, MINUTE } from '../../basics/time.ts';
import {
  STOP_IS_DUE_MS,
  type AskedStop,
  type PendingStart,
  type RefusedStop,
  type StartedTreatment,
} from '../treatment.ts';

/** Possible drift between the device's clock and the local clock during a treatment. */
export const CLOCK_DRIFT_MS = 5 * MINUTE;

/** How long a report of a run is doubted after a stop of the device that no report confirmed. */
const STOP_IN_DOUBT_MS = 10 * MINUTE;

declare const spelling: unique symbol;

/** Entries by the number of their device, as it was spelled when they were written: only `ofDevice` finds them. */
export type ByDevice<Entry> = Readonly<Record<string & { readonly [spelling]: true }, Entry>>;

/** What this phone remembers of its treatments. A device is found by its number however that is spelled: see `ofDevice`. */
export interface TreatmentRecords {
  /** The last treatment of each device that was started on this phone and is not known to be over, by device number. */
  readonly started: ByDevice<StartedTreatment>;
  /** The starts with an unknown outcome, by device number. */
  readonly pendingStarts: ByDevice<PendingStart>;
  /** Time of each device's last stop, by device number; epoch ms. */
  readonly stoppedAt: ByDevice<number>;
  /**
   * Time of each device's last stop that the server answered while the device was not known to be offline, or that may have
   * ended a treatment that was started here, if no report has shown rest since, by device number; epoch ms.
   */
  readonly stopUnconfirmedAt: ByDevice<number>;
  /** The stops that were asked for and are not known to be sent, by device number. */
  readonly stopsAsked: ByDevice<AskedStop>;
  /** When each device's last stop ended without a known effect, if nothing is known since, by device number; epoch ms. */
  readonly stopsFailed: ByDevice<number>;
  /** Why the server refused the stops that ended without a known effect, by device number. */
  readonly stopsRefused: ByDevice<RefusedStop>;
}

export const NO_TREATMENTS: TreatmentRecords = {
  started: {},
  pendingStarts: {},
  stoppedAt: {},
  stopUnconfirmedAt: {},
  stopsAsked: {},
  stopsFailed: {},
  stopsRefused: {},
};

/** Returns the device's entry, which may have been written under its number as somebody else spelled it. */
export function ofDevice<Entry>(entries: ByDevice<Entry>, sno: string): Entry | undefined {
  return Object.entries(entries).find(([written]) => isSameDevice(written, sno))?.[1];
}

/** Returns the treatments that were started on this phone and may still run. */
export function lastingTreatments({ started }: TreatmentRecords, now: number): StartedTreatment[] {
  return Object.values(lasting(started, now));
}

/** Returns the device's treatment that was started on this phone and may still run. */
export function startedHere({ started }: TreatmentRecords, sno: string, now: number): StartedTreatment | undefined {
  return ofDevice(lasting(started, now), sno);
}

/** When a device was last seen not to run for this user, epoch ms; undefined if never. */
export type SeenOver = (sno: string) => number | undefined;

/**
 * Returns the devices that may run: started on this phone, with a start whose outcome is unknown, or with a stop that was
 * asked for and is not known to be sent, or had no known effect. What happened before `seenOver` does not count.
 */
export function devicesThatMayRun(
  records: TreatmentRecords,
  now: number,
  seenOver: SeenOver = () => undefined,
): string[] {
  const { started, pendingStarts, stopsAsked } = records;
  const asked = [
    ...Object.entries(lasting(started, now)),
    ...Object.entries(lasting(pendingStarts, now)),
    ...Object.entries(stopsAsked).filter(([, { at }]) => ageOf(at, now) < DAY),
  ].map(([sno, { at }]) => [sno, at] as const);
  const isSince = ([sno, at]: readonly [string, number]) => at >= (seenOver(sno) ?? -Infinity);
  return distinctDevices([...asked, ...failedStops(records, now)].filter(isSince).map(([sno]) => sno));
}

/**
 * Returns the devices that may run although their stop was asked for: minutes ago and not known to be sent, or within a day
 * and without a known effect. A start since then is another treatment.
 */
export function unconfirmedStops(records: TreatmentRecords, now: number): string[] {
  return distinctDevices([...stopsAskedIn(records, 'late', now), ...failedStops(records, now).map(([sno]) => sno)]);
}

/** The devices whose stop had no known effect, with the time of its end. */
function failedStops(records: TreatmentRecords, now: number): [string, number][] {
  return Object.entries(records.stopsFailed).filter(
    ([sno, at]) => ageOf(at, now) < DAY && !isStartedSince(records, sno, at, now),
  );
}

/**
 * A start or a stop that was sent from here, and that no report has confirmed. `at`: when the start was sent, or when the wait
 * for the effect of the stop ended; epoch ms. `refusal`: the server's, of the stop.
 */
export interface Unconfirmed {
  command: 'start' | 'stop';
  at: number;
  refusal?: RefusedStop;
}

/** What was sent to the device without a report of its effect, the oldest first, as long as it may have one. */
export function unconfirmedOf(records: TreatmentRecords, sno: string, now: number): Unconfirmed[] {
  const started = startedHere(records, sno, now);
  const startedAt = pendingStartOf(records, sno, now)?.at ?? (started?.ran === true ? undefined : started?.at);
  const [, failedAt] = failedStops(records, now).find(([failed]) => isSameDevice(failed, sno)) ?? [];
  const stoppedAt = isStopInDoubt(records, sno, now) ? ofDevice(records.stopUnconfirmedAt, sno) : failedAt;
  const refused = ofDevice(records.stopsRefused, sno);
  // Another release of the app may have sent a later stop.
  const refusal = refused?.at === ofDevice(records.stopsFailed, sno) ? refused : undefined;
  const sent: (Omit<Unconfirmed, 'at'> & { at?: number })[] = [
    { command: 'start', at: startedAt },
    { command: 'stop', at: stoppedAt, refusal },
  ];
  const known = sent.flatMap(({ at, ...rest }) => (at === undefined ? [] : [{ ...rest, at }]));
  known.sort((one, other) => one.at - other.at);
  return known;
}

/** True if a stop that was asked for then, epoch ms, and that is still due has ended without a known effect. */
export function hasDueStopFailed(askedAt: number, sno: string, records: TreatmentRecords, now: number): boolean {
  if (!isWithin(STOP_IS_DUE_MS, askedAt, now)) return false;
  return failedStops(records, now).some(([failed, at]) => isSameDevice(failed, sno) && at >= askedAt);
}

function isStartedSince(records: TreatmentRecords, sno: string, since: number, now: number): boolean {
  const starts = [startedHere(records, sno, now), pendingStartOf(records, sno, now)];
  return starts.some((start) => start !== undefined && start.at > since);
}

/** Returns the devices with such a stop that was asked for; see `askedStopOf`. */
export function stopsAskedIn(records: TreatmentRecords, which: 'due' | 'late', now: number): string[] {
  return Object.keys(records.stopsAsked).filter((sno) => askedStopOf(records, sno, now) === which);
}

/** True if a report of a run may be older than the device's last stop, which no report has confirmed; see `stopUnconfirmedAt`. */
export function isStopInDoubt({ stopUnconfirmedAt }: TreatmentRecords, sno: string, now: number): boolean {
  const at = ofDevice(stopUnconfirmedAt, sno);
  return at !== undefined && isWithin(STOP_IN_DOUBT_MS, at, now);
}

/** True if a report of a run may be older than the device's start here, because it may be older than the stop before that. */
export function isStartInDoubt(records: TreatmentRecords, sno: string, now: number): boolean {
  const started = startedHere(records, sno, now);
  const stoppedAt = ofDevice(records.stopUnconfirmedAt, sno) ?? Infinity;
  return started !== undefined && !started.ran && stoppedAt <= started.at && isStopInDoubt(records, sno, now);
}

/** Returns the device's start with an unknown outcome, as long as the device may run because of it. */
export function pendingStartOf(
  { pendingStarts }: TreatmentRecords,
  sno: string,
  now: number,
): PendingStart | undefined {
  return ofDevice(lasting(pendingStarts, now), sno);
}

/**
 * Returns the device's last start on this phone, as long as the device may run because of it, with what is known of the
 * settings. One with an unknown outcome is younger than the treatment before it.
 */
export function lastStartOf(
  records: TreatmentRecords,
  sno: string,
  now: number,
): Pick<StartedTreatment, 'at' | 'state' | 'rested'> | undefined {
  const pending = pendingStartOf(records, sno, now);
  return pending ? { at: pending.at, state: pending.settings ?? {} } : startedHere(records, sno, now);
}

/**
 * Returns that start, unless the device was seen at rest since. A stop without a known effect says that it went on after a
 * rest that was seen.
 */
export function mayRunOf(records: TreatmentRecords, sno: string, now: number): ReturnType<typeof lastStartOf> {
  const last = lastStartOf(records, sno, now);
  return last?.rested === true && !hasDevice(unconfirmedStops(records, now), sno) ? undefined : last;
}

/**
 * Whether a stop of the device was asked for and is not known to be sent: `due` if it should be sent now, `late` if that
 * was minutes ago, within a day, or of another run.
 */
export function askedStopOf(records: TreatmentRecords, sno: string, now: number): 'due' | 'late' | undefined {
  const asked = ofDevice(records.stopsAsked, sno);
  if (!asked || ageOf(asked.at, now) >= DAY) return undefined;
  const isOfThisRun = asked.treatmentAt === startOf(records, sno, now);
  return isOfThisRun && isWithin(STOP_IS_DUE_MS, asked.at, now) ? 'due' : 'late';
}

/** True if a stop of the device was asked for so long ago that it is not sent without another tap. */
export function isStopOverdue({ stopsAsked }: TreatmentRecords, sno: string, now: number): boolean {
  const asked = ofDevice(stopsAsked, sno);
  return asked !== undefined && ageOf(asked.at, now) >= STOP_IS_DUE_MS;
}

/** When this phone started the device last, with a known outcome or not; epoch ms. */
export function startOf(records: TreatmentRecords, sno: string, now: number): number | undefined {
  return lastStartOf(records, sno, now)?.at;
}

/** True if the treatment's time is over. A device and the phone may measure it differently. */
export function isTimeOver(treatment: StartedTreatment | PendingStart, now: number): boolean {
  const workMinutes = ('state' in treatment ? treatment.state : treatment.settings)?.workMinutes;
  return ageOf(treatment.at, now) >= (workMinutes === undefined ? DAY : workMinutes * MINUTE + CLOCK_DRIFT_MS);
}

/** Keeps those whose time is not over. */
export function lasting<Treatment extends StartedTreatment | PendingStart>(
  all: ByDevice<Treatment>,
  now: number,
): ByDevice<Treatment> {
  return filtered(all, (treatment) => !isTimeOver(treatment, now));
}

export function filtered<Value>(all: ByDevice<Value>, isKept: (value: Value, sno: string) => boolean): ByDevice<Value> {
  return Object.fromEntries(Object.entries(all).filter(([sno, value]) => isKept(value, sno)));
}
