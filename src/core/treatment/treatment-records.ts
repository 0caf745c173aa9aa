import { ageOf, DAY, isWithin, MINUTE } from '../time.ts';
import { PENDING_START_MAX_AGE_MS, RESTART_DELAY_MS, type PendingStart, type StartedTreatment } from './treatment.ts';

/** Possible drift between the device's clock and the local clock during a treatment. */
const CLOCK_DRIFT_MS = 5 * MINUTE;

/** What this phone remembers of its treatments. */
export interface TreatmentRecords {
  /** The last treatment started on this phone that is not known to be over. */
  readonly started?: StartedTreatment;
  /** The starts with an unknown outcome, by device number. */
  readonly pendingStarts: Readonly<Record<string, PendingStart>>;
  /** Time of each device's last stop, by device number; epoch ms. */
  readonly stoppedAt: Readonly<Record<string, number>>;
}

export const NO_TREATMENTS: TreatmentRecords = { pendingStarts: {}, stoppedAt: {} };

/** Every event of the records. */
export type TreatmentEvent =
  /** Recorded before the request. */
  | { type: 'startSent'; start: PendingStart }
  | { type: 'startTookEffect'; treatment: StartedTreatment }
  /** The outcome of the device's pending start is known or irrelevant. */
  | { type: 'startSettled'; sno: string }
  /** The treatment's device was observed running. */
  | { type: 'sawRunning'; treatment: StartedTreatment }
  | { type: 'stopped'; sno: string }
  /** The treatment is over. */
  | { type: 'ended'; treatment: StartedTreatment };

export type TreatmentEventType = TreatmentEvent['type'];

type Reduce<Type extends TreatmentEventType> = (
  records: TreatmentRecords,
  event: Extract<TreatmentEvent, { type: Type }>,
  now: number,
) => TreatmentRecords;

/** The effect of each event on the records. An event of a replaced treatment has none. */
export const TREATMENT_EVENTS: { [Type in TreatmentEventType]: Reduce<Type> } = {
  startSent: (records, { start }, now) => ({
    ...records,
    pendingStarts: { ...without(recentStarts(records, now), start.sno), [start.sno]: start },
  }),
  startTookEffect: (records, { treatment }, now) => ({
    ...settled(records, treatment.sno, now),
    started: treatment,
    stoppedAt: without(records.stoppedAt, treatment.sno),
  }),
  startSettled: (records, { sno }, now) => settled(records, sno, now),
  sawRunning: (records, { treatment }) =>
    isLast(records, treatment) ? { ...records, started: { ...treatment, ran: true } } : records,
  stopped: (records, { sno }, now) => ({
    ...records,
    stoppedAt: { ...filtered(records.stoppedAt, (at) => isWithin(RESTART_DELAY_MS, at, now)), [sno]: now },
  }),
  ended: (records, { treatment }) => (isLast(records, treatment) ? { ...records, started: undefined } : records),
};

/** Returns the records after the event; the same object if nothing changes. */
export function afterTreatmentEvent(records: TreatmentRecords, event: TreatmentEvent, now: number): TreatmentRecords {
  const reduce = TREATMENT_EVENTS[event.type] as Reduce<TreatmentEventType>;
  return reduce(records, event, now);
}

/** Returns the last treatment started on this phone; undefined if it is on another device than `sno`. */
export function startedOn({ started }: TreatmentRecords, sno: string): StartedTreatment | undefined {
  return started?.sno === sno ? started : undefined;
}

/** Returns the starts with an unknown outcome that were sent in the last ten minutes, by device number. */
export function recentStarts({ pendingStarts }: TreatmentRecords, now: number): Readonly<Record<string, PendingStart>> {
  return filtered(pendingStarts, ({ at }) => isWithin(PENDING_START_MAX_AGE_MS, at, now));
}

/** Returns the device's start with an unknown outcome that was sent in the last ten minutes. */
export function pendingStartOf(
  { pendingStarts }: TreatmentRecords,
  sno: string,
  now: number,
): PendingStart | undefined {
  const pending = pendingStarts[sno];
  return pending && isWithin(PENDING_START_MAX_AGE_MS, pending.at, now) ? pending : undefined;
}

/**
 * Returns the treatment that was started on this phone and may still run. A device and the phone may measure its time
 * differently.
 */
export function lastedStart({ started }: TreatmentRecords, now: number): StartedTreatment | undefined {
  if (!started) return undefined;
  const { workMinutes } = started.state;
  const maxAgeMs = workMinutes === undefined ? DAY : workMinutes * MINUTE + CLOCK_DRIFT_MS;
  return ageOf(started.at, now) < maxAgeMs ? started : undefined;
}

/** Returns the devices that may run: started on this phone, or with a pending start. */
export function devicesThatMayRun(records: TreatmentRecords, now: number): string[] {
  const started = lastedStart(records, now);
  return [...new Set([...(started ? [started.sno] : []), ...Object.keys(recentStarts(records, now))])];
}

function settled(records: TreatmentRecords, sno: string, now: number): TreatmentRecords {
  if (records.pendingStarts[sno] === undefined) return records;
  return { ...records, pendingStarts: without(recentStarts(records, now), sno) };
}

function isLast(records: TreatmentRecords, { sno, at }: StartedTreatment): boolean {
  return startedOn(records, sno)?.at === at;
}

function without<Value>(all: Readonly<Record<string, Value>>, sno: string): Readonly<Record<string, Value>> {
  const { [sno]: _, ...others } = all;
  return others;
}

function filtered<Value>(
  all: Readonly<Record<string, Value>>,
  isKept: (value: Value) => boolean,
): Readonly<Record<string, Value>> {
  return Object.fromEntries(Object.entries(all).filter(([, value]) => isKept(value)));
}
