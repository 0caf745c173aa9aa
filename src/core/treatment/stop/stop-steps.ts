import type { Correction } from '../../../ports/clock.ts';
import { withInstants } from '../../basics/instants.ts';
import { rests, runs, type DeviceState } from '../../device/device-state.ts';
import type { DeviceStatus } from '../../device/device.ts';
import type { CommandSteps, Step } from '../../basics/command-steps.ts';
import type { Problem } from '../../problem.ts';
import { ageOf } from '../../basics/time.ts';
import { runningState, type RunEvidence } from '../running-state.ts';
import {
  CONFIRMATION_INTERVAL_MS,
  CONFIRMATION_TIMEOUT_MS,
  MIN_RUNTIME_BEFORE_STOP_MS,
  type PendingStart,
  type StartedTreatment,
} from '../treatment.ts';
import {
  isStopOverdue,
  ofDevice,
  pendingStartOf,
  type TreatmentEvent,
  type TreatmentRecords,
} from '../records/treatment-records.ts';

/** Outcome of a stop command. */
export type StopResult =
  | { kind: 'stopped' }
  /** The device did not run before the stop and does not run now. */
  | { kind: 'not-running' }
  /** The device is offline and may still run, even if the server accepted the stop. */
  | { kind: 'offline' }
  | { kind: 'refused'; message?: string }
  /** The device runs for somebody else, or otherwise than it was started here; nothing was sent. */
  | { kind: 'not-mine' | 'another-run' }
  /** The page was suspended so long before it could send the stop that the user decides again; it stays asked for. */
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

/** A stop that the user asked for. */
export interface StopIntent extends TreatmentSight {
  readonly sno: string;
  /** The treatment that the stop ends, and its start without a known outcome. */
  readonly known?: StartedTreatment;
  readonly pending?: PendingStart;
  /** Known facts of the device before the command. */
  readonly wasOffline?: boolean;
  readonly before?: DeviceState;
  /** What the server said before the command. */
  readonly status?: DeviceStatus;
}

/** A stop that the server accepted. `endsAt`: epoch ms. */
interface Confirming {
  stop: StopIntent;
  wasIdle: boolean;
  endsAt: number;
  /** The device has reported since its last start. */
  reported: boolean;
  lastReport?: DeviceState;
  problem?: Problem;
}

/** What the app waits for during a stop. */
export type StopState =
  /** For the device's state and connection before the command. */
  | { at: 'looking'; stop: StopIntent }
  /** Until the treatment has run for `ms` more. */
  | { at: 'delayed'; stop: StopIntent; ms: number }
  /** For the response to the command. */
  | { at: 'sending'; stop: StopIntent }
  /** For the device's state after a failed command. A report that it is off counts only if `isNews`. */
  | { at: 'reading'; stop: StopIntent; wasIdle: boolean; problem: Problem; isNews: boolean }
  /** For the device's state after an accepted command. */
  | ({ at: 'confirming' } & Confirming)
  /** For the next question to the device, in `ms`. */
  | ({ at: 'pausing'; ms: number } & Confirming)
  /** For the device's connection, because no report shows that it rests. */
  | ({ at: 'locating' } & Confirming)
  | { at: 'ended'; outcome: StopResult };

/** What each state waits for. */
export interface StopInputs {
  looking: { wasOffline?: boolean; evidence: RunEvidence };
  delayed: undefined;
  /**
   * The problem of a command that may have taken effect or was refused; undefined if the server accepted it. `record`: what
   * the server said when it was sent, if it was asked; see `asksForRecord`.
   */
  sending: { problem?: Problem; record?: DeviceState };
  reading: DeviceState | undefined;
  confirming: { state: DeviceState } | { problem: Problem };
  pausing: undefined;
  locating: { isOffline: boolean };
}

export interface StopFacts {
  records: TreatmentRecords;
  now: number;
}

export type WaitingStop = Exclude<StopState, { at: 'ended' }>;
type StopStep = Step<StopState, TreatmentEvent>;

/** The first state of a stop. */
export function onStop(
  { sno, ...sight }: Pick<StopIntent, 'sno' | keyof TreatmentSight>,
  records: TreatmentRecords,
): StopState {
  const stop = {
    sno,
    ...sight,
    known: ofDevice(records.started, sno),
    pending: ofDevice(records.pendingStarts, sno),
  };
  return sight.elapsed === undefined ? { at: 'looking', stop } : sendAfter(sight.elapsed, stop);
}

/** The state after a correction of the clock. The treatment to end is the one of the records, which may have been left as it is. */
export function correctedStop(state: StopState, correct: Correction, records: TreatmentRecords): StopState {
  const moved = withInstants(state, correct);
  if (state.at === 'ended' || moved.at === 'ended') return moved;
  const { sno, known } = state.stop;
  const isLeft = ofDevice(records.started, sno)?.at === known?.at;
  return isLeft ? { ...moved, stop: { ...moved.stop, known } } : moved;
}

/** The state machine of a stop, from the tap until the device is known to rest or may still run. */
export const STOP_STEPS: CommandSteps<StopState, StopInputs, StopFacts, TreatmentEvent> = {
  looking: {
    to: ['delayed', 'sending', 'ended'],
    next({ stop }, { wasOffline, evidence }, facts) {
      const { status, report } = evidence;
      const { kind } = runningState(stop.sno, evidence, facts.records, facts.now);
      if (kind === 'not-mine' || kind === 'another-run') return ended({ kind });
      if (isStopOverdue(facts.records, stop.sno, facts.now)) return ended({ kind: 'not-sent' });
      const seen = { ...stop, wasOffline, before: report?.state, status };
      return { next: sendAfter(elapsedOf(stop.sno, report?.state, facts), seen) };
    },
  },
  delayed: {
    to: ['sending', 'ended'],
    next: ({ stop }, _, { records, now }) =>
      isStopOverdue(records, stop.sno, now) ? ended({ kind: 'not-sent' }) : { next: { at: 'sending', stop } },
  },
  sending: {
    to: ['reading', 'confirming', 'ended'],
    next({ stop: sent }, { problem, record }, facts) {
      const { before, elapsed, isRunning, wasOffline, status } = sent;
      if (wasOffline) return ended({ kind: 'offline' });
      const isRecordOld = mayRecordBeOld(sent, facts) && !runs(before ?? record ?? {});
      const stop = { ...sent, isRecordOld };
      const isKnown = elapsed !== undefined || (status !== undefined && status !== 'working' && status !== 'offline');
      const ran = isRunning === true || (before !== undefined && runs(before));
      const reported = ran || (isKnown && !awaitsFirstReport(stop.sno, facts));
      const wasIdle = reported && before !== undefined && rests(before) && !isRecordOld;
      if (!problem) {
        const endsAt = facts.now + CONFIRMATION_TIMEOUT_MS;
        return { next: { at: 'confirming', stop, wasIdle, endsAt, reported } };
      }
      const wasSeenRunning = ran || (elapsed !== undefined && reported);
      const isNews = (wasSeenRunning && !isRecordOld) || (wasIdle && problem.code === 'refused');
      return { next: { at: 'reading', stop, wasIdle, problem, isNews } };
    },
  },
  reading: {
    to: ['ended'],
    next({ stop, wasIdle, problem, isNews }, found, { records }) {
      if (found && rests(found) && isNews && !isReplaced(stop, records)) return atRest(stop, wasIdle);
      return problem.code === 'refused'
        ? ended({ kind: 'refused', message: problem.serverMessage }, unconfirmed(stop))
        : ended({ kind: 'unconfirmed', problem });
    },
  },
  confirming: {
    to: ['pausing', 'ended'],
    next({ stop, wasIdle, endsAt, ...before }, answer, { records, now }) {
      const ms = Math.min(CONFIRMATION_INTERVAL_MS, Math.max(0, endsAt - now));
      const pausing = { at: 'pausing' as const, stop, wasIdle, endsAt, ms };
      if ('problem' in answer) {
        const { problem } = answer;
        const lastReport = before.lastReport && runs(before.lastReport) ? before.lastReport : undefined;
        if (problem.endsTheSession)
          return ended({ kind: 'unconfirmed', problem: lastReport ? undefined : problem }, unconfirmed(stop));
        return { next: { ...pausing, reported: before.reported, lastReport, problem } };
      }
      const { state } = answer;
      // A record that has not caught up with the run is asked until it has, or until the end.
      const isRecordOld = stop.isRecordOld === true && !runs(state);
      if (rests(state) && !isRecordOld && before.reported && !isReplaced(stop, records)) return atRest(stop, wasIdle);
      const lastReport = before.lastReport === undefined || state.on !== undefined ? state : before.lastReport;
      const reported = before.reported || runs(state);
      const asked = { ...stop, isRecordOld };
      return { next: { ...pausing, stop: asked, reported, lastReport, problem: before.problem } };
    },
  },
  pausing: {
    to: ['confirming', 'locating', 'ended'],
    next(state, _, { records, now }) {
      if (now < state.endsAt) return { next: { ...state, at: 'confirming' } };
      const { stop, lastReport, problem, reported } = state;
      const saidNothingElse = stop.isRecordOld === true && problem === undefined && lastReport && rests(lastReport);
      if (saidNothingElse && reported && !isReplaced(stop, records)) return atRest(stop, state.wasIdle);
      if (lastReport === undefined || runs(lastReport))
        return ended({ kind: 'unconfirmed', problem: lastReport ? undefined : problem }, unconfirmed(stop));
      return { next: { ...state, at: 'locating' } };
    },
  },
  locating: {
    to: ['ended'],
    next: ({ stop }, { isOffline }) => ended({ kind: isOffline ? 'offline' : 'unconfirmed' }, unconfirmed(stop)),
  },
};

/** The server refuses a stop in the first seconds of a treatment. `elapsed`: since its start, ms. */
function sendAfter(elapsed: number | undefined, stop: StopIntent): StopState {
  if (elapsed === undefined || elapsed >= MIN_RUNTIME_BEFORE_STOP_MS) return { at: 'sending', stop };
  return { at: 'delayed', stop, ms: MIN_RUNTIME_BEFORE_STOP_MS - Math.max(0, elapsed) };
}

/**
 * Elapsed time since the start on this phone. Undefined if the device has counted at least one minute, because its
 * count outweighs the local clock.
 */
function elapsedOf(sno: string, state: DeviceState | undefined, { records, now }: StopFacts): number | undefined {
  const startedHere = ofDevice(records.started, sno);
  if (!startedHere || (state && runs(state) && (state.usedMinutes ?? 0) > 0)) return undefined;
  return ageOf(startedHere.at, now);
}

/** True if the record should be asked for when the command is sent: it may not show the run yet, and nobody has looked. */
export function asksForRecord({ before, isRecordOld, known }: StopIntent): boolean {
  return before === undefined && (isRecordOld === true || (known !== undefined && known.ran !== true));
}

/** True if the device has pushed that it runs, before the stop or since, and the record may be older than that. */
function mayRecordBeOld({ sno, isRecordOld, known }: StopIntent, { records }: StopFacts): boolean {
  const ranSince = known !== undefined && known.ran !== true && ofDevice(records.started, sno)?.ran === true;
  return isRecordOld === true || ranSince;
}

/** True if the device's last report may be older than the latest start. */
function awaitsFirstReport(sno: string, { records, now }: StopFacts): boolean {
  const startedHere = ofDevice(records.started, sno);
  return (startedHere !== undefined && !startedHere.ran) || pendingStartOf(records, sno, now) !== undefined;
}

/** The server answered the stop, and no report shows that the device rests. */
function unconfirmed({ sno }: StopIntent): readonly TreatmentEvent[] {
  return [{ type: 'stopUnconfirmed', sno }];
}

function ended(outcome: StopResult, events?: readonly TreatmentEvent[]): StopStep {
  return { next: { at: 'ended', outcome }, events };
}

/** True if both are the same request, not a repetition. */
export function isSameStart(one: PendingStart | undefined, other: PendingStart | undefined): boolean {
  return one?.key === other?.key && one?.tries === other?.tries;
}

/** True if this phone has started the device again since the stop began. A report of rest may be older than that. */
function isReplaced({ sno, known, pending }: StopIntent, { started, pendingStarts }: TreatmentRecords): boolean {
  const latest = ofDevice(started, sno);
  const sent = ofDevice(pendingStarts, sno);
  return (latest !== undefined && latest.at !== known?.at) || (sent !== undefined && !isSameStart(sent, pending));
}

function atRest({ sno, known }: StopIntent, wasIdle: boolean): StopStep {
  const over: TreatmentEvent[] = [{ type: 'startSettled', sno }];
  if (known) over.push({ type: 'ended', treatment: known });
  over.push({ type: wasIdle ? 'sawRest' : 'stopped', sno });
  return ended({ kind: wasIdle ? 'not-running' : 'stopped' }, over);
}
