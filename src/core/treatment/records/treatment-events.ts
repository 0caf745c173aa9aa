import type { DeviceState } from '../../device/device-state.ts';
import { isSameDevice } from '../../basics/device-code.ts';
import { maskPhones } from '../../basics/phone.ts';
import { DAY, isWithin } from '../../basics/time.ts';
import type { Problem } from '../../problem.ts';
import {
  CONFIRMATION_TIMEOUT_MS,
  isSeenLate,
  RESTART_DELAY_MS,
  type PendingStart,
  type RefusedStop,
  type StartedTreatment,
} from '../treatment.ts';
import {
  filtered,
  lasting,
  ofDevice,
  pendingStartOf,
  startOf,
  type ByDevice,
  type TreatmentRecords,
} from './treatment-records.ts';

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
  /** The stop ended, and nothing shows that it had an effect. `problem`: of its command. */
  | { type: 'stopFailed'; sno: string; problem?: Problem }
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
          ...records,
          started: withEntry(lasting(records.started, now), treatment.sno, withStart(records, treatment)),
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
    stoppedAt: withTime(records.stoppedAt, sno, now, RESTART_DELAY_MS),
    stopUnconfirmedAt: without(records.stopUnconfirmedAt, sno),
    stopsFailed: without(records.stopsFailed, sno),
  }),
  stopUnconfirmed: (records, { sno }, now) => ({
    ...records,
    stopUnconfirmedAt: withTime(records.stopUnconfirmedAt, sno, now, DAY),
  }),
  stopFailed: (records, { sno, problem }, now) => ({
    ...records,
    stopsFailed: withTime(records.stopsFailed, sno, now, DAY),
    stopsRefused:
      problem?.code === 'refused'
        ? withEntry(records.stopsRefused, sno, refusedStop(problem, now))
        : without(records.stopsRefused, sno),
  }),
  sawRest: (before, { sno, at }, now) => {
    const isPast = at < (ofDevice(before.stopsFailed, sno) ?? -Infinity);
    const last = ofDevice(before.started, sno);
    const isOver = !isPast && last !== undefined && isOverAtRest(last, at);
    const records = isOver ? TREATMENT_EVENTS.ended(before, { type: 'ended', treatment: last }, now) : before;
    const started = withRestSeen(records.started, sno, at);
    const treatment = ofDevice(started, sno);
    const ends = treatment?.ran === true && treatment.rested !== true;
    return {
      ...records,
      started: ends ? withEntry(started, sno, { ...treatment, rested: true }) : started,
      pendingStarts: withRestSeen(records.pendingStarts, sno, at),
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

function refusedStop({ serverCode, serverMessage }: Problem, at: number): RefusedStop {
  return { at, serverCode, serverMessage: serverMessage && maskPhones(serverMessage) };
}

/** True of a treatment that no report showed and whose minutes nobody knows: only a rest says that it is over. */
function isOverAtRest({ at, state, ran }: StartedTreatment, restedAt: number): boolean {
  return ran !== true && state.workMinutes === undefined && restedAt - at >= CONFIRMATION_TIMEOUT_MS;
}

/** The treatment with what is remembered of its start. */
function withStart({ pendingStarts }: TreatmentRecords, treatment: StartedTreatment): StartedTreatment {
  const pending = ofDevice(pendingStarts, treatment.sno);
  if (!pending) return treatment;
  const { key, recordMayBeOld, unseenBefore } = pending;
  return { ...treatment, key, recordMayBeOld, unseenBefore };
}

/** The starts after a rest of the device that was seen then, epoch ms: a run since is of the last of them. */
function withRestSeen<Start extends StartedTreatment | PendingStart>(
  starts: ByDevice<Start>,
  sno: string,
  seenAt: number,
): ByDevice<Start> {
  const start = ofDevice(starts, sno);
  return start?.recordMayBeOld && seenAt >= start.at
    ? withEntry(starts, sno, { ...start, recordMayBeOld: undefined })
    : starts;
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
  return withLastRefusals(reduce(records, event, now));
}

/** The records with the refusals of those stops alone that ended without a known effect. */
function withLastRefusals(records: TreatmentRecords): TreatmentRecords {
  const { stopsRefused, stopsFailed } = records;
  const isLast = ({ at }: RefusedStop, sno: string) => ofDevice(stopsFailed, sno) === at;
  const areAllLast = Object.entries(stopsRefused).every(([sno, refused]) => isLast(refused, sno));
  return areAllLast ? records : { ...records, stopsRefused: filtered(stopsRefused, isLast) };
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

/** True if the device's last treatment began after it. A clock that was set back leaves times in the future. */
function isOlder({ started }: TreatmentRecords, { sno, at }: StartedTreatment, now: number): boolean {
  const last = ofDevice(started, sno)?.at;
  return last !== undefined && at < last && last <= now;
}

function isLast({ started }: TreatmentRecords, { sno, at }: StartedTreatment): boolean {
  return ofDevice(started, sno)?.at === at;
}

/** The times with that of now for this device, and without those that are older than `lastMs`. */
function withTime(times: ByDevice<number>, sno: string, now: number, lastMs: number): ByDevice<number> {
  return withEntry(
    filtered(times, (at) => isWithin(lastMs, at, now)),
    sno,
    now,
  );
}

function withEntry<Value>(all: ByDevice<Value>, sno: string, value: Value): ByDevice<Value> {
  return { ...without(all, sno), [sno]: value };
}

function without<Value>(all: ByDevice<Value>, sno: string): ByDevice<Value> {
  return ofDevice(all, sno) === undefined ? all : filtered(all, (_, written) => !isSameDevice(written, sno));
}
