import type { Correction } from '../../ports/clock.ts';
import { withInstants } from '../basics/instants.ts';
import { CLOCK_PRECISION_MS, MINUTE } from '../basics/time.ts';
import { mergeState, type DeviceState } from '../device/device-state.ts';
import type { DeviceSnapshot } from '../device/follow/follow-device.ts';
import type { TreatmentEvent } from './records/treatment-events.ts';
import { isTimeOver } from './records/treatment-records.ts';
import { beganThen, isKeptCount, isSameRun, type DatedReport } from './running-state.ts';
import { beganAt, isSeenLate, OBSERVED_WITHIN_MS, type Count, type StartedTreatment } from './treatment.ts';

type Report = Pick<DeviceSnapshot, 'state' | 'countedAt'>;

/** One run of a device, as it was observed. */
export interface Run {
  /** Epoch ms; undefined if neither a count nor an observed start tells it. */
  readonly beganAt?: number;
  /** The last count of this run. */
  readonly counted?: Count;
  /** What the device reports as its minutes and is no count of this run: those of the run before, or 0 because it counts none. */
  readonly keptMinutes?: number;
  /** When this phone started it, if nobody else can have done so since; epoch ms. */
  readonly startedAt?: number;
  /** When the device first reported 0 minutes, as it has ever since; epoch ms. */
  readonly zeroSince?: number;
  /** The device's last report in this run. */
  readonly state: DeviceState;
  /** What this phone started it with; see `askedIn`. */
  readonly asked?: DeviceState;
  /** When it was last reported; epoch ms. */
  readonly seenAt: number;
}

/** True if the rest after the run, reported then, was observed soon enough to say how long it ran. */
function isEndObserved({ seenAt }: Run, restedAt: number): boolean {
  return restedAt - seenAt <= OBSERVED_WITHIN_MS;
}

/**
 * When the run ended whose device was reported at rest then, epoch ms: with its time, if that was over since the last report
 * of the run. Undefined if nobody observed the end.
 */
export function endOf(run: Run, restedAt: number): number | undefined {
  if (!isEndObserved(run, restedAt)) return undefined;
  const { beganAt: began, seenAt, asked, state } = run;
  const { workMinutes = asked?.workMinutes } = state;
  if (began === undefined || workMinutes === undefined) return restedAt;
  const overAt = began + workMinutes * MINUTE;
  return overAt > seenAt ? Math.min(overAt, restedAt) : restedAt;
}

/**
 * True if a report that fits what was known at `since` is surely of the same run: it counts the run's minutes anew, or it
 * comes so soon that nobody else can have started the device in between. Times are epoch ms.
 */
export function goesOn(since: number, report: Report, seenAt: number): boolean {
  return seenAt - since <= OBSERVED_WITHIN_MS || (countOf(report)?.at ?? -Infinity) > since;
}

/** True if the report counts the minutes, and that was not before `since`, epoch ms. */
export function isCountedSince(since: number, report: Report): boolean {
  return (countOf(report)?.at ?? -Infinity) >= since;
}

/**
 * Returns what to record of a treatment of which no report had shown that it runs, when a run of this user is seen: it has
 * the reported settings from then on. Nothing if that run began before the start. `isRecorded`: the server's record shows it.
 */
export function firstSeen(treatment: StartedTreatment, run: Run, isRecorded: boolean): readonly TreatmentEvent[] {
  if (treatment.ran || !isOfStart(run, treatment)) return [];
  const ranLate = run.counted ? undefined : treatment.ranLate === true || isSeenLate(treatment, run.seenAt);
  const state = mergeState(treatment.state, run.state);
  return [{ type: 'sawRunning', treatment: { ...treatment, state, ranLate, unrecorded: !isRecorded || undefined } }];
}

/** True if nothing says that the run began at another time than the start. */
function isOfStart(run: Run, { at }: StartedTreatment): boolean {
  return run.beganAt === undefined || run.beganAt >= at - OBSERVED_WITHIN_MS;
}

/** The run of a treatment that was started on this phone; undefined if the report that it runs is of another run. */
export function runOfStart(start: StartedTreatment, report: Report, seenAt: number): Run | undefined {
  const { at, state, ran, ranLate, rested } = start;
  const isStartObserved = rested !== true && ranLate !== true && (ran === true || !isSeenLate(start, seenAt));
  const startedAt = isStartObserved ? at : undefined;
  const begun = { beganAt: at, state, asked: askedIn(state), seenAt: at, startedAt };
  const run = runAfter(begun, report, seenAt, ran === true);
  return run && !isStartObserved && !run.counted ? { ...run, beganAt: undefined } : run;
}

/** True if the start was a moment ago; false if it is in the future, because the clock was set back. */
function isRecent(start: StartedTreatment, now: number): boolean {
  return start.at - now <= CLOCK_PRECISION_MS && !isSeenLate(start, now);
}

/** A device may run for other minutes than it was asked to. */
function withKeptCount(start: StartedTreatment, report: Report, seenAt: number): Run | undefined {
  const { usedMinutes, workMinutes = start.state.workMinutes } = report.state;
  const run = runOfStart({ ...start, state: { ...start.state, workMinutes } }, withoutCount(report), seenAt);
  return run && { ...run, keptMinutes: usedMinutes };
}

/** The run after a report that the device runs; undefined if the report is of another run. `ran`: a report has shown it. */
export function runAfter(run: Run | undefined, reported: Report, seenAt: number, ran = true): Run | undefined {
  const { usedMinutes } = reported.state;
  const isUncounted = run !== undefined && countsNone(run, reported, seenAt);
  const keptMinutes = run && (isUncounted || keepsCount(run, reported, seenAt)) ? usedMinutes : undefined;
  const report = keptMinutes === undefined ? reported : withoutCount(reported);
  const count = countOf(report);
  const known = run && { at: run.beganAt, state: run.state, ran };
  if (known && isSameRun(known, datedReport(report, seenAt)) === false) return undefined;
  const { startedAt } = run ?? {};
  // A start that was observed is more exact than that no minute is over.
  const isOfStart = isUncounted || (count?.minutes === 0 && startedAt !== undefined);
  return {
    beganAt: isOfStart ? startedAt : beganAt(run?.beganAt, count, run?.counted),
    counted: isUncounted ? undefined : (count ?? run?.counted),
    keptMinutes,
    startedAt,
    zeroSince: usedMinutes === 0 ? (run?.zeroSince ?? seenAt) : undefined,
    state: report.state,
    asked: run?.asked,
    seenAt,
  };
}

/**
 * True if the device reports that no minute is over long after one must be: it counts none, and leaves the field at 0. Not
 * while nobody has looked: another run may have begun meanwhile. Nor of a run that has counted: its count has begun anew.
 */
function countsNone(
  { counted, keptMinutes, startedAt, zeroSince, seenAt: before }: Run,
  report: Report,
  seenAt: number,
): boolean {
  if (report.state.usedMinutes !== 0 || (counted && counted.minutes > 0)) return false;
  if (keptMinutes === 0) return true;
  const since = startedAt ?? zeroSince;
  return since !== undefined && seenAt - since > OBSERVED_WITHIN_MS && seenAt - before <= OBSERVED_WITHIN_MS;
}

/**
 * True if the report counts the minutes of the run before: those that it has kept since, until this run may have as many,
 * or a first count that is ahead.
 */
function keepsCount({ beganAt: at, counted, keptMinutes }: Run, report: Report, seenAt: number): boolean {
  if (keptMinutes !== undefined)
    return report.state.usedMinutes === keptMinutes && !(at !== undefined && seenAt - at >= keptMinutes * MINUTE);
  return at !== undefined && !counted && isKeptCount(at, datedReport(report, seenAt));
}

/**
 * The run that the server says is this user's, although its report does not fit the `start` on this phone: after a start of
 * a moment ago, the report may only keep the count of the run before; after one of minutes ago, a 0 may be no count.
 */
export function runByWord(start: StartedTreatment | undefined, report: Report, seenAt: number): Run | undefined {
  if (start && isRecent(start, seenAt))
    return withKeptCount(start, report, seenAt) ?? runAfter(undefined, report, seenAt);
  // A device that goes on to report 0 counts no minutes, or was started anew: nobody knows which.
  const isUnclear = start !== undefined && report.state.usedMinutes === 0 && !isTimeOver(start, seenAt);
  if (!isUnclear) return runAfter(undefined, report, seenAt);
  const run = runAfter(undefined, withoutCount(report), seenAt);
  return run && { ...run, keptMinutes: 0 };
}

/** The run that a report shows of a device that runs for this user. */
export function runOfUser(start: StartedTreatment | undefined, { state, at }: DatedReport): Run | undefined {
  const report = { state, countedAt: at };
  return (start && runOfStart(start, report, at)) ?? runByWord(start, report, at);
}

/** What a run that was started here is set to unless the device reports otherwise. Its strength only a report tells. */
export function askedIn({ function: therapy, workMinutes }: DeviceState): DeviceState {
  return { function: therapy, workMinutes };
}

/**
 * Moves the run with the clock. A start that was computed from a count by a clock that had been set ahead may lie before
 * that jump, so the count tells it again.
 */
export function correctedRun(run: Run, correct: Correction): Run {
  const moved = withInstants(run, correct);
  return moved.beganAt === undefined ? moved : { ...moved, beganAt: beganAt(moved.beganAt, moved.counted) };
}

/**
 * The run after a report of rest. Its count is of this run only if it is not smaller than the last one and fits the start: a
 * device may report at rest the minutes that it was set to, or those of all its runs.
 */
export function runAtRest(run: Run, report: Report, seenAt: number): Run {
  const count = countOf(report);
  if (!count || !isEndObserved(run, seenAt) || count.minutes < (run.counted?.minutes ?? Infinity)) return run;
  if (run.beganAt !== undefined && beganThen(run.beganAt, datedReport(report, seenAt), MINUTE) === false) return run;
  const began = count.minutes === 0 ? run.beganAt : beganAt(run.beganAt, count, run.counted);
  return { ...run, beganAt: began, counted: count };
}

/** The report as one of this run, without a count that is none of it. */
export function ownReport({ keptMinutes }: Run, report: Report): Report {
  return keptMinutes === undefined ? report : withoutCount(report);
}

function withoutCount(report: Report): Report {
  return { ...report, state: { ...report.state, usedMinutes: undefined } };
}

function countOf({ state: { usedMinutes }, countedAt }: Report): Count | undefined {
  return usedMinutes === undefined || countedAt === undefined ? undefined : { minutes: usedMinutes, at: countedAt };
}

/** The report with its count as of when it was counted. */
export function datedReport(report: Report, seenAt: number): DatedReport {
  const count = countOf(report);
  return { state: { ...report.state, usedMinutes: count?.minutes }, at: count?.at ?? seenAt };
}
