import type { DeviceState } from '../../device/device-state.ts';
import { distinctDevices, isSameDevice } from '../../basics/device-code.ts';
import { ageOf, DAY, isWithin, MINUTE } from '../../basics/time.ts';
import {
  CONFIRMATION_TIMEOUT_MS,
  isSeenLate,
  RESTART_DELAY_MS,
  STOP_IS_DUE_MS,
  type AskedStop,
  type PendingStart,
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
}

export const NO_TREATMENTS: TreatmentRecords = {
  started: {},
  pendingStarts: {},
  stoppedAt: {},
  stopUnconfirmedAt: {},
  stopsAsked: {},
  stopsFailed: {},
};

/** Every event of the records. */
export type TreatmentEvent =
  /** Recorded before the request. */
  | { type: 'startSent'; start: PendingStart }
  | { type: 'startTookEffect'; treatment: StartedTreatment }
  /** The outcome of the device's pending start is known or irrelevant. */
  | { type: 'startSettled'; sno: string }
  /** The treatment's device was observed running. */
  | { type: 'sawRunning'; treatment: StartedTreatment }
  /** Recorded before the request and before the wait for it. */
  | { type: 'stopAsked'; sno: string }
  /** The stop was sent, or there is nothing to stop. */
  | { type: 'stopSettled'; sno: string }
  | { type: 'stopped'; sno: string }
  /** The stop was answered, or may have ended a treatment that was started here, and no report shows that the device rests. */
  | { type: 'stopUnconfirmed'; sno: string }
  /** The stop ended, and nothing shows that it had an effect. */
  | { type: 'stopFailed'; sno: string }
  /** The device was observed at rest, or in a run that began after a rest. `at`: when that was asked or pushed, epoch ms. A stop may have failed since. */
  | { type: 'sawRest'; sno: string; at: number }
  /** The treatment is over. */
  | { type: 'ended'; treatment: StartedTreatment };

export type TreatmentEventType = TreatmentEvent['type'];

type Reduce<Type extends TreatmentEventType> = (
  records: TreatmentRecords,
  event: Extract<TreatmentEvent, { type: Type }>,
  now: number,
) => TreatmentRecords;

/** The effect of each event on the records. An event of a replaced treatment, or of one older than the last, has none. */
export const TREATMENT_EVENTS: { [Type in TreatmentEventType]: Reduce<Type> } = {
  startSent: (records, { start }, now) => ({
    ...records,
    stopsAsked: withTreatment(records.stopsAsked, start.sno, undefined),
    pendingStarts: withEntry(lasting(records.pendingStarts, now), start.sno, start),
  }),
  startTookEffect: (records, { treatment }, now) =>
    isOlder(records, treatment, now)
      ? records
      : {
          started: withEntry(lasting(records.started, now), treatment.sno, withKey(records, treatment)),
          pendingStarts: without(records.pendingStarts, treatment.sno),
          stoppedAt: without(records.stoppedAt, treatment.sno),
          stopUnconfirmedAt: treatment.ran ? stopsUnconfirmedBeside(records, treatment) : records.stopUnconfirmedAt,
          stopsFailed: stopsFailedBeside(records, treatment),
          stopsAsked:
            isStopAskedOf(records, treatment) || isStopAskedOf(records, ofDevice(records.pendingStarts, treatment.sno))
              ? withTreatment(records.stopsAsked, treatment.sno, treatment.at)
              : without(records.stopsAsked, treatment.sno),
        },
  startSettled: (records, { sno }) => ({ ...records, pendingStarts: without(records.pendingStarts, sno) }),
  sawRunning: (records, { treatment }) =>
    isLast(records, treatment)
      ? {
          ...records,
          started: withEntry(records.started, treatment.sno, { ...treatment, ran: true }),
          stopUnconfirmedAt: stopsUnconfirmedBeside(records, treatment),
        }
      : records,
  stopAsked: (records, { sno }, now) => ({
    ...records,
    stopsAsked: withEntry(
      filtered(records.stopsAsked, ({ at }) => isWithin(DAY, at, now)),
      sno,
      { sno, at: now, treatmentAt: startOf(records, sno, now) },
    ),
  }),
  stopSettled: (records, { sno }) => ({ ...records, stopsAsked: without(records.stopsAsked, sno) }),
  stopped: (records, { sno }, now) => ({
    ...records,
    stoppedAt: withEntry(
      filtered(records.stoppedAt, (at) => isWithin(RESTART_DELAY_MS, at, now)),
      sno,
      now,
    ),
    stopUnconfirmedAt: without(records.stopUnconfirmedAt, sno),
    stopsFailed: without(records.stopsFailed, sno),
  }),
  stopUnconfirmed: (records, { sno }, now) => ({
    ...records,
    stopUnconfirmedAt: withEntry(
      filtered(records.stopUnconfirmedAt, (at) => isWithin(DAY, at, now)),
      sno,
      now,
    ),
  }),
  stopFailed: (records, { sno }, now) => ({
    ...records,
    stopsFailed: withEntry(
      filtered(records.stopsFailed, (at) => isWithin(DAY, at, now)),
      sno,
      now,
    ),
  }),
  sawRest: (before, { sno, at }, now) => {
    const isPast = at < (ofDevice(before.stopsFailed, sno) ?? -Infinity);
    const last = ofDevice(before.started, sno);
    const isOver = !isPast && last !== undefined && isOverAtRest(last, at);
    const records = isOver ? TREATMENT_EVENTS.ended(before, { type: 'ended', treatment: last }, now) : before;
    const treatment = ofDevice(records.started, sno);
    const ends = treatment?.ran === true && treatment.rested !== true;
    return {
      ...records,
      started: ends ? withEntry(records.started, sno, { ...treatment, rested: true }) : records.started,
      stopUnconfirmedAt: without(records.stopUnconfirmedAt, sno),
      stopsFailed: isPast ? records.stopsFailed : without(records.stopsFailed, sno),
    };
  },
  ended: (records, { treatment }) =>
    isLast(records, treatment)
      ? {
          ...records,
          started: without(records.started, treatment.sno),
          stopsAsked: isStopAskedOf(records, ofDevice(records.pendingStarts, treatment.sno))
            ? records.stopsAsked
            : without(records.stopsAsked, treatment.sno),
          stopsFailed: without(records.stopsFailed, treatment.sno),
        }
      : records,
};

/** True of a treatment that no report showed and whose minutes nobody knows: only a rest says that it is over. */
function isOverAtRest({ at, state, ran }: StartedTreatment, restedAt: number): boolean {
  return ran !== true && state.workMinutes === undefined && restedAt - at >= CONFIRMATION_TIMEOUT_MS;
}

/** The treatment with the key of its start. */
function withKey({ pendingStarts }: TreatmentRecords, treatment: StartedTreatment): StartedTreatment {
  const pending = ofDevice(pendingStarts, treatment.sno);
  return pending ? { ...treatment, key: pending.key } : treatment;
}

/** What remains of the failed stops after a start: one that ended since the start was sent may be of this treatment. */
function stopsFailedBeside({ stopsFailed }: TreatmentRecords, { sno, at }: StartedTreatment): ByDevice<number> {
  const failedAt = ofDevice(stopsFailed, sno);
  return failedAt !== undefined && failedAt >= at ? stopsFailed : without(stopsFailed, sno);
}

/** What remains of the unconfirmed stops once a report shows that a treatment runs: it may be older than a stop since its start. */
function stopsUnconfirmedBeside(
  { stopUnconfirmedAt }: TreatmentRecords,
  { sno, at }: StartedTreatment,
): ByDevice<number> {
  const stoppedAt = ofDevice(stopUnconfirmedAt, sno);
  return stoppedAt !== undefined && stoppedAt > at ? stopUnconfirmedAt : without(stopUnconfirmedAt, sno);
}

/** True if a stop of this start was asked for. */
function isStopAskedOf({ stopsAsked }: TreatmentRecords, start: StartedTreatment | PendingStart | undefined): boolean {
  return start !== undefined && ofDevice(stopsAsked, start.sno)?.treatmentAt === start.at;
}

/** Ties the device's stop that was asked for to the treatment of that start, epoch ms; to an unknown one if undefined. */
function withTreatment(
  stopsAsked: TreatmentRecords['stopsAsked'],
  sno: string,
  treatmentAt: number | undefined,
): TreatmentRecords['stopsAsked'] {
  const asked = ofDevice(stopsAsked, sno);
  return asked && asked.treatmentAt !== treatmentAt
    ? withEntry(stopsAsked, sno, { ...asked, treatmentAt })
    : stopsAsked;
}

/** Returns the records after the event; the same object if nothing changes. */
export function afterTreatmentEvent(records: TreatmentRecords, event: TreatmentEvent, now: number): TreatmentRecords {
  const reduce = TREATMENT_EVENTS[event.type] as Reduce<TreatmentEventType>;
  return reduce(records, event, now);
}

/** Returns the device's entry, which may have been written under its number as somebody else spelled it. */
export function ofDevice<Entry>(entries: ByDevice<Entry>, sno: string): Entry | undefined {
  return Object.entries(entries).find(([written]) => isSameDevice(written, sno))?.[1];
}

/** Returns the event of a device that runs for this user after a start with an unknown outcome. `ran`: a report shows it. */
export function foundRunning(
  records: TreatmentRecords,
  sno: string,
  state: DeviceState,
  now: number,
  ran = true,
): readonly TreatmentEvent[] {
  const pending = pendingStartOf(records, sno, now);
  if (!pending) return [];
  const seen = ran ? { ran, ranLate: isSeenLate(pending, now) } : {};
  return [{ type: 'startTookEffect', treatment: { sno, at: pending.at, state, ...seen } }];
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
function startOf(records: TreatmentRecords, sno: string, now: number): number | undefined {
  return lastStartOf(records, sno, now)?.at;
}

/** True if the treatment's time is over. A device and the phone may measure it differently. */
export function isTimeOver(treatment: StartedTreatment | PendingStart, now: number): boolean {
  const workMinutes = ('state' in treatment ? treatment.state : treatment.settings)?.workMinutes;
  return ageOf(treatment.at, now) >= (workMinutes === undefined ? DAY : workMinutes * MINUTE + CLOCK_DRIFT_MS);
}

/** Keeps those whose time is not over. */
function lasting<Treatment extends StartedTreatment | PendingStart>(
  all: ByDevice<Treatment>,
  now: number,
): ByDevice<Treatment> {
  return filtered(all, (treatment) => !isTimeOver(treatment, now));
}

/** True if the device's last treatment began after it. A clock that was set back leaves times in the future. */
function isOlder({ started }: TreatmentRecords, { sno, at }: StartedTreatment, now: number): boolean {
  const last = ofDevice(started, sno)?.at;
  return last !== undefined && at < last && last <= now;
}

function isLast({ started }: TreatmentRecords, { sno, at }: StartedTreatment): boolean {
  return ofDevice(started, sno)?.at === at;
}

function withEntry<Value>(all: ByDevice<Value>, sno: string, value: Value): ByDevice<Value> {
  return { ...without(all, sno), [sno]: value };
}

function without<Value>(all: ByDevice<Value>, sno: string): ByDevice<Value> {
  return ofDevice(all, sno) === undefined ? all : filtered(all, (_, written) => !isSameDevice(written, sno));
}

function filtered<Value>(all: ByDevice<Value>, isKept: (value: Value, sno: string) => boolean): ByDevice<Value> {
  return Object.fromEntries(Object.entries(all).filter(([sno, value]) => isKept(value, sno)));
}
