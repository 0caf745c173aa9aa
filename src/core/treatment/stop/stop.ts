import { rests, runs, type DeviceState } from '../../device/device-state.ts';
import { Problem } from '../../problem.ts';
import { ageOf, isWithin } from '../../basics/time.ts';
import { runOfUser } from '../run.ts';
import { runningState, type DatedReport, type RunEvidence } from '../running-state.ts';
import { MIN_RUNTIME_BEFORE_STOP_MS, RECORD_LAG_MS, type PendingStart, type StartedTreatment } from '../treatment.ts';
import {
  isStopOverdue,
  ofDevice,
  pendingStartOf,
  startedHere,
  type TreatmentRecords,
} from '../records/treatment-records.ts';

/** Outcome of a stop command. */
export type StopResult =
  | { kind: 'stopped' }
  /** The device did not run before the stop and does not run now. */
  | { kind: 'not-running' }
  /** The device is offline and may still run. Without a problem, the server accepted the stop. */
  | { kind: 'offline'; problem?: Problem }
  | { kind: 'refused'; problem: Problem }
  /** The device runs for somebody else, or otherwise than it was started here; nothing was sent. */
  | { kind: 'not-mine' | 'another-run' }
  /**
   * The user decides again, and the stop stays asked for: the page was suspended so long before it could send the stop, or
   * the device was started anew before a page that was opened again had sent it.
   */
  | { kind: 'not-sent' }
  /** The device may still run. Without a problem, the server accepted the stop and no report shows that it rests. */
  | { kind: 'unconfirmed'; problem?: Problem };

/** What a caller knows from a moment ago of the treatment that it stops. A caller that knows no elapsed time makes the stop look first. */
export interface TreatmentSight {
  /** Elapsed treatment time; ms. */
  readonly elapsed?: number;
  /** The caller's last report of the device shows that it runs. */
  readonly isRunning?: boolean;
  /** The server's last record does not show that yet, so that a record of rest may be from before the run. */
  readonly isRecordOld?: boolean;
}

/** What is known before the command: from the caller, or from a look at the device. */
export interface SeenBefore extends TreatmentSight {
  readonly evidence?: RunEvidence;
}

/** The treatment that a stop ends, and its start without a known outcome, as they were remembered at the tap. */
export interface StoppedRun {
  readonly sno: string;
  readonly known?: StartedTreatment;
  readonly pending?: PendingStart;
}

export interface StopFacts {
  records: TreatmentRecords;
  now: number;
}

/** Returns why the stop is not sent after a look at the device; undefined if it is sent. */
export function obstacleToStop(
  sno: string,
  evidence: RunEvidence,
  { records, now }: StopFacts,
): Extract<StopResult['kind'], 'not-mine' | 'another-run' | 'not-sent'> | undefined {
  const { kind } = runningState(sno, evidence, records, now);
  if (kind === 'not-mine' || kind === 'another-run') return kind;
  return isStopOverdue(records, sno, now) ? 'not-sent' : undefined;
}

/** Returns how long the stop waits, ms: the server refuses one in the first seconds of a treatment. */
export function waitBeforeStop(elapsed: number | undefined): number {
  return elapsed === undefined || elapsed >= MIN_RUNTIME_BEFORE_STOP_MS
    ? 0
    : MIN_RUNTIME_BEFORE_STOP_MS - Math.max(0, elapsed);
}

/**
 * Elapsed time since the start on this phone. Undefined if the device has counted at least one minute since, because its
 * count outweighs the local clock.
 */
export function elapsedHere(
  sno: string,
  report: DatedReport | undefined,
  { records, now }: StopFacts,
): number | undefined {
  const started = ofDevice(records.started, sno);
  if (!started) return undefined;
  const run = report && runs(report.state) ? runOfUser(started, report) : undefined;
  return (run?.counted?.minutes ?? 0) > 0 ? undefined : ageOf(started.at, now);
}

export function isOffline({ online, status }: RunEvidence): boolean {
  return !(online ?? status !== 'offline');
}

/** True if the record should be asked for when the command is sent: it may not have shown the run before. */
export function asksForRecord(
  { known }: StoppedRun,
  { evidence, isRecordOld }: SeenBefore,
  { now }: StopFacts,
): boolean {
  if (evidence?.report && runs(evidence.report.state)) return false;
  return isRecordOld === true || (known !== undefined && (known.ran !== true || isRecent(known, now)));
}

/** True of a run that began so short a time ago that the server's record may not show it yet. */
function isRecent({ at }: StartedTreatment, now: number): boolean {
  return isWithin(RECORD_LAG_MS, at, now);
}

/** What is known of the device at the time of the command, and what its reports can prove. */
export interface SeenAtCommand {
  /** The device is known to have rested. */
  wasIdle: boolean;
  wasSeenRunning: boolean;
  heard: Heard;
}

/** What was heard of the device that counts for the stop. */
export interface Heard {
  /** The device has reported since its last start. */
  reported: boolean;
  /** The server's record has not caught up with the run. */
  isRecordOld: boolean;
  /** Since the command. */
  lastReport?: DeviceState;
  problem?: Problem;
}

/** Judges what is known of the device once the command was answered. `record`: what the server said when it was sent, if it was asked. */
export function seenAtCommand(
  run: StoppedRun,
  { evidence, elapsed, isRunning, isRecordOld: wasOld }: SeenBefore,
  record: DeviceState | undefined,
  facts: StopFacts,
): SeenAtCommand {
  const seen = evidence?.report?.state ?? {};
  const isSeenRunning = runs(record ?? seen);
  const status = evidence?.status;
  // Who sees it run by the server's record says that the record is not older.
  const showsRun = (isRunning === true && wasOld === false) || isSeenRunning;
  const isRecordOld = (wasOld === true || mayPrecedeRun(run, facts)) && !showsRun;
  const isKnown = elapsed !== undefined || (status !== undefined && status !== 'working' && status !== 'offline');
  const ran = isRunning === true || isSeenRunning;
  const reported = ran || (isKnown && !awaitsFirstReport(run.sno, facts));
  return {
    wasIdle: reported && !ran && rests(seen) && !isRecordOld,
    wasSeenRunning: ran || (elapsed !== undefined && reported),
    heard: { reported, isRecordOld },
  };
}

/** True if a report of rest after a command that failed shows that the device rests because of it, or rested before. */
export function isRestNews({ wasIdle, wasSeenRunning, heard }: SeenAtCommand, problem: Problem): boolean {
  return (wasSeenRunning && !heard.isRecordOld) || (wasIdle && problem.code === 'refused');
}

/** Adds an answer of the device after the accepted command. A record that has not caught up with the run is asked until it has. */
export function afterAnswer(before: Heard, answer: DeviceState | Problem): Heard {
  const { lastReport, reported, isRecordOld } = before;
  if (answer instanceof Problem)
    return { ...before, lastReport: lastReport && runs(lastReport) ? lastReport : undefined, problem: answer };
  return {
    ...before,
    reported: reported || runs(answer),
    isRecordOld: isRecordOld && !runs(answer),
    lastReport: lastReport === undefined || answer.on !== undefined ? answer : lastReport,
    problem: undefined,
  };
}

/** True if the latest answer shows that the device rests. */
export function showsRest({ reported, isRecordOld }: Heard, answer: DeviceState): boolean {
  return rests(answer) && reported && !isRecordOld;
}

/** True if the record did not catch up with the run, and said until the end that the device rests. */
export function saidOnlyRest({ reported, isRecordOld, lastReport, problem }: Heard): boolean {
  return isRecordOld && problem === undefined && lastReport !== undefined && rests(lastReport) && reported;
}

/** True if both are the same request, not a repetition. */
function isSameStart(one: PendingStart | undefined, other: PendingStart | undefined): boolean {
  return one?.key === other?.key && one?.tries === other?.tries;
}

/**
 * True if this phone has started the device again since the stop began. A report of rest may be older than that. The start
 * without a known outcome may be found to have taken effect meanwhile.
 */
export function isReplaced({ sno, known, pending }: StoppedRun, { started, pendingStarts }: TreatmentRecords): boolean {
  const latest = ofDevice(started, sno);
  const sent = ofDevice(pendingStarts, sno);
  const isPending = latest?.key !== undefined && latest.key === pending?.key;
  const isAnother = latest !== undefined && latest.at !== known?.at && !isPending;
  return isAnother || (sent !== undefined && !isSameStart(sent, pending));
}

/** True if the record may be older than the run: the device has pushed it since the tap, or it began a moment ago. */
function mayPrecedeRun({ sno, known, pending }: StoppedRun, { records, now }: StopFacts): boolean {
  if (ofDevice(records.started, sno)?.ran !== true) return false;
  return pending !== undefined || (known !== undefined && (known.ran !== true || isRecent(known, now)));
}

/** True if the device's last report may be older than the latest start, as long as the device may run because of that. */
function awaitsFirstReport(sno: string, { records, now }: StopFacts): boolean {
  const started = startedHere(records, sno, now);
  return (started !== undefined && !started.ran) || pendingStartOf(records, sno, now) !== undefined;
}
