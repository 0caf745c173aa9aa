import { isStale } from '../../device/freshness.ts';
import { mergeState, rests, runs, type DeviceState } from '../../device/device-state.ts';
import type { DeviceSnapshot } from '../../device/follow/follow-device.ts';
import { ageOf, isWithin, SECOND } from '../../basics/time.ts';
import { askedIn, endOf, type Run } from '../run.ts';
import { modeOf, type TreatmentMode } from '../settings/settings.ts';
import type { RunningState } from '../running-state.ts';
import type { TreatmentSight } from '../stop/stop.ts';
import { MIN_RUNTIME_BEFORE_REST_MS, RECORD_LAG_MS } from '../treatment.ts';
import { isTimeOver, mayRunOf } from '../records/treatment-records.ts';
import { isSilent } from './progress.ts';
import {
  isAnotherRun,
  isOfSomebodyElse,
  onlineOf,
  reportOf,
  runningStateOf,
  seenRunOf,
  worksForOf,
  type Report,
  type TrackedTreatment,
  type WorksFor,
} from './tracked-treatment.ts';

/**
 * Phase of a treatment. `starting`: requested, and the device has not reported that it runs. `unresponsive`: no such
 * report for 15 s, or nothing says for whom the device runs, or one at rest was not heard of for minutes. `idle`: the device does
 * not run, and no treatment is known on this phone. `finished`: it ran and is at rest. `over`: its time has passed, and no report showed that it ran.
 * `replaced`: it is over, and the device runs for somebody else. `not-mine`: the device runs for somebody else.
 * `another-run`: the device reports another run than the treatment followed here, and nothing says for whom.
 */
export type TreatmentPhase =
  | 'loading'
  | 'starting'
  | 'running'
  | 'unresponsive'
  | 'idle'
  | 'finished'
  | 'over'
  | 'replaced'
  | 'not-mine'
  | 'another-run'
  | 'offline';

/** The phases of a device that is known not to run for this user. */
const NOT_RUNNING: readonly TreatmentPhase[] = ['idle', 'finished', 'replaced', 'not-mine'];

/** The phases of a device that is known to rest. */
const AT_REST: readonly TreatmentPhase[] = ['idle', 'finished', 'over'];

/** The state of a treatment for display. */
export interface TreatmentView extends DeviceSnapshot {
  sno: string;
  phase: TreatmentPhase;
  /** This phone started the treatment, and no report has shown yet that it runs. */
  awaitsStart: boolean;
  /** Undefined if the device does not report it. */
  mode?: TreatmentMode;
  /** `run`: the device reports that it runs, for whomever. Undefined before the first answer. */
  report?: Report;
  /** Start of the elapsed time, epoch ms; undefined while unknown, also of a reported run that is not known to be this one. */
  beganAt?: number;
  /** Since when the device reports 0 minutes of its run; epoch ms. */
  zeroSince?: number;
  /** When it ended; epoch ms. Undefined also for an end that nobody observed. */
  endedAt?: number;
  /** No start after this time is over with this treatment; epoch ms. Only of a treatment that is over. */
  overSince?: number;
  /** The device went offline, is online again, and is known not to run since. The mode menu is next. */
  cameBack: boolean;
  /** The device reported last that it runs, or may have been started since. Undefined if it is offline and nothing tells. */
  mayStillRun?: boolean;
}

/** Returns the current view. Until the device reports that it runs, the view shows the requested settings. */
export function viewOf(tracked: TrackedTreatment, now: number): TreatmentView {
  const { sno, snapshot, startedTreatment, isFollowed, pending, idleSince, cameBack } = tracked;
  const { state } = snapshot;
  const online = onlineOf(tracked);
  const run = seenRunOf(tracked);
  // A device that was seen running since then has answered the start, or was running already.
  const isPending = pending !== undefined && !run;
  // A start since then is another treatment, and makes a report of rest old.
  const start = isPending ? undefined : startedTreatment;
  const wasRunning = run !== undefined || start?.ran === true;
  const awaitsStart = start !== undefined && !wasRunning;
  const isAwaited = awaitsStart || isPending;
  const report = reportOf(tracked, snapshot, now);
  const running = runningStateOf(tracked, snapshot, now);
  const isOver = start !== undefined && isTimeOver(start, now);
  const isPast = isSilent(snapshot.seenAt ?? now, now);
  const beganHere = start && Math.min(start.at, tracked.since);
  const sentHere = isPending ? Math.min(pending.at, tracked.since) : undefined;
  const began = run ? run.beganAt : beganHere;
  const facts = {
    report,
    worksFor: worksForOf(tracked),
    elapsed: now - (began ?? sentHere ?? tracked.since),
  };
  const phase =
    online === false
      ? 'offline'
      : run
        ? phaseOfSeen({ ...facts, isFollowed, isAnother: isAnotherRun(run, tracked, now) })
        : phaseOf({ ...facts, running, wasRunning, isOver, isPast, isAwaited });
  const isEnd = phase === 'finished' || phase === 'replaced';
  // Where an offline device cannot say that it rests, the time of its run does.
  const isRunOver = run !== undefined && isTimeOver({ sno, at: began ?? tracked.since, state: run.state }, now);
  const isEnded = report === 'rest' || (rests(state) && isRunOver);
  const isOfAnotherRun = report === 'run' && !isFollowed && !isEnd;
  const endedAt = isEnd && run && idleSince !== undefined ? endOf(run, idleSince) : undefined;
  const requested = { ...tracked.known, on: state.on };
  const goesOn = start !== undefined && mayRunOf(tracked.records, sno, now) !== undefined;
  const asked = run ? run.asked : goesOn ? askedIn(start.state) : undefined;
  // Until a report shows the run, the device reports the settings of the one before.
  const reported = run || report === 'run' ? state : { on: state.on };
  const shown: DeviceState = isEnd
    ? { ...(run ? mergeState(asked ?? {}, lastStateOf(run)) : requested), on: state.on }
    : isOfSomebodyElse(tracked)
      ? { on: state.on }
      : awaitsStart && !isOfAnotherRun
        ? requested
        : mergeState((!isOfAnotherRun && asked) || {}, reported);
  return {
    ...snapshot,
    online,
    sno,
    phase,
    awaitsStart,
    state: shown,
    mode: modeOf(shown),
    report,
    beganAt:
      isOfAnotherRun || (isEnd && endedAt === undefined) || phase === 'over' || phase === 'not-mine'
        ? undefined
        : began,
    zeroSince: run?.zeroSince,
    endedAt,
    overSince: isEnd || phase === 'over' ? (tracked.doubtedAt ?? idleSince ?? now) : undefined,
    cameBack: cameBack && AT_REST.includes(phase),
    mayStillRun: run
      ? !isEnded && !isOfSomebodyElse(tracked) && phase !== 'replaced' && phase !== 'another-run'
      : mayStillRunUnseen(running, tracked, isAwaited && !isOver),
  };
}

/** What the device reported last in its run, with the last count of that run, which may be of its end. */
function lastStateOf({ state, counted }: Run): DeviceState {
  return { ...state, usedMinutes: counted?.minutes };
}

/**
 * Whether the device may run for this user; undefined if the view does not tell, so that what was known before counts.
 */
export function mayRunBy({ phase, mayStillRun }: TreatmentView): boolean | undefined {
  if (phase === 'offline' ? mayStillRun === false : NOT_RUNNING.includes(phase)) return false;
  return mayStillRun === true ? true : undefined;
}

/**
 * Returns what is known of a device from a moment ago: whether it reports that it runs, for whomever, and how long a treatment
 * has run that was started from here or seen running so short a time ago that nobody else can have started the device since.
 */
export function sightOf(
  {
    phase,
    report,
    beganAt,
    seenAt,
    pushedAt = -Infinity,
    recordRuns,
  }: Pick<TreatmentView, 'phase' | 'report' | 'beganAt' | 'seenAt' | 'pushedAt' | 'recordRuns'>,
  now: number,
): TreatmentSight {
  // No record is younger than a push for as long as it may lag behind.
  const isRecent = isWithin(RECORD_LAG_MS, pushedAt, now) || (seenAt !== undefined && !isStale(seenAt, now));
  const isRunning = phase !== 'offline' && report === 'run' && isRecent;
  const isKnown = (phase === 'running' && isRunning) || phase === 'starting';
  const elapsed = isKnown && beganAt !== undefined ? ageOf(beganAt, now) : undefined;
  return { elapsed, isRunning, isRecordOld: isRunning && recordRuns !== true };
}

/** One second below 15 s, because time-based changes are detected once a second. */
const DEVICE_RESPONSE_TIMEOUT_MS = 14 * SECOND;

/** What is heard of a device that is not known to be offline. */
interface Heard {
  report?: Report;
  worksFor: WorksFor;
  /** Time since the treatment began or its start was sent, or since the tracker was created if neither is known; ms. */
  elapsed: number;
}

/** Input of `phaseOf`. */
interface TreatmentFacts extends Heard {
  running: RunningState;
  /** The treatment was observed running on an earlier screen. */
  wasRunning: boolean;
  /** This phone started the treatment, and its time has passed. */
  isOver: boolean;
  /** Nothing was reported for so long that the last report says nothing of now. */
  isPast: boolean;
  /** This phone started the treatment or sent a start with an unknown outcome, and no report has shown that it runs. */
  isAwaited: boolean;
}

/** Derives the phase of a treatment of which this screen has seen no run. */
function phaseOf(facts: TreatmentFacts): TreatmentPhase {
  const { running, report, worksFor, wasRunning, isOver, isPast, isAwaited } = facts;
  switch (running.kind) {
    case 'running':
      return 'running';
    case 'starting':
      if (report === undefined && !isAwaited) return 'loading';
      return isAwaited || report === 'rest' ? phaseOfAwaited(facts) : phaseOfSilent(facts);
    case 'not-mine':
      return wasRunning ? 'replaced' : 'not-mine';
    case 'another-run':
      return worksFor === 'unasked' ? 'loading' : 'another-run';
    case 'at-rest':
      // The report of rest may be older than another start.
      if (worksFor === 'unasked') return 'loading';
      if (wasRunning) return 'finished';
      if (isOver) return 'over';
      if (isAwaited) return phaseOfAwaited(facts);
      return isPast ? phaseOfSilent(facts) : 'idle';
    case 'unknown':
      return phaseOfUnknown(facts, running.mayRun);
  }
}

function phaseOfUnknown(facts: TreatmentFacts, mayRun: boolean): TreatmentPhase {
  const { report, worksFor, wasRunning, isAwaited } = facts;
  const isUnasked = worksFor === 'unasked';
  switch (report) {
    case undefined:
      return 'loading';
    case 'run':
      return isUnasked ? 'loading' : 'unresponsive';
    case 'rest':
      if (isAwaited) return phaseOfAwaited(facts);
      return isUnasked ? 'loading' : wasRunning && !mayRun ? 'finished' : 'unresponsive';
    case 'nothing':
      return isAwaited ? phaseOfAwaited(facts) : phaseOfSilent(facts);
  }
}

/** Derives the phase of a treatment of which this screen has seen a run. */
function phaseOfSeen(facts: Heard & { isFollowed: boolean; isAnother: boolean }): TreatmentPhase {
  const { report, isFollowed, isAnother, worksFor, elapsed } = facts;
  if (report === 'rest') return elapsed > MIN_RUNTIME_BEFORE_REST_MS ? 'finished' : 'starting';
  if (report === 'run' && isFollowed) return 'running';
  // No end that was observed before hides the run of somebody else.
  if (worksFor === 'other') return 'replaced';
  if (report !== 'run') return phaseOfSilent(facts);
  if (worksFor === 'unasked') return 'loading';
  return isAnother ? 'another-run' : 'unresponsive';
}

function phaseOfAwaited({ elapsed }: Heard): TreatmentPhase {
  return elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'starting';
}

function phaseOfSilent({ elapsed }: Heard): TreatmentPhase {
  return elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'loading';
}

/**
 * Whether a device may run for this user of which this screen has seen no run; undefined if it is offline and nothing
 * tells. `isAwaited`: it may still carry out a start.
 */
function mayStillRunUnseen(running: RunningState, tracked: TrackedTreatment, isAwaited: boolean): boolean | undefined {
  switch (running.kind) {
    case 'running':
    case 'starting':
      return true;
    case 'not-mine':
    case 'another-run':
      return false;
    case 'at-rest':
      return isAwaited;
    case 'unknown':
      if (isOfSomebodyElse(tracked)) return false;
      return running.mayRun || runs(tracked.snapshot.state) || (onlineOf(tracked) === false ? undefined : false);
  }
}
