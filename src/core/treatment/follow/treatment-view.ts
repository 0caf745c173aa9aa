import { isStale } from '../../device/freshness.ts';
import { mergeState, runs, type DeviceState } from '../../device/device-state.ts';
import type { DeviceSnapshot } from '../../device/follow/follow-device.ts';
import { ageOf, SECOND } from '../../basics/time.ts';
import { askedIn, isEndObserved } from '../run.ts';
import { modeOf, type TreatmentMode } from '../settings/settings.ts';
import type { TreatmentSight } from '../stop/stop.ts';
import { isTimeOver } from '../records/treatment-records.ts';
import {
  isAnotherRun,
  isOfSomebodyElse,
  onlineOf,
  reportOf,
  worksForOf,
  type Report,
  type TrackedTreatment,
  type WorksFor,
} from './treatment-tracker.ts';

/**
 * Phase of a treatment. `starting`: requested, and the device has not reported that it runs. `unresponsive`: no such
 * report for 15 s, or nothing says for whom the device runs. `idle`: the device does not run, and no treatment is known
 * on this phone. `finished`: it ran and is at rest. `over`: its time has passed, and no report showed that it ran.
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
export const NOT_RUNNING: readonly TreatmentPhase[] = ['idle', 'finished', 'replaced', 'not-mine'];

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
  /** When the end was observed; epoch ms. Undefined also for an end that nobody observed. */
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
  const { sno, snapshot, startedTreatment, run, isFollowed, pending, idleSince, cameBack } = tracked;
  const { state } = snapshot;
  const online = onlineOf(tracked);
  // A device that was seen running since then has answered the start, or was running already.
  const isPending = pending !== undefined && !(run !== undefined && run.seenAt > pending.at);
  // A start since then is another treatment, and makes a report of rest old.
  const start = isPending ? undefined : startedTreatment;
  const startedHere = start !== undefined;
  const wasRunning = !isPending && (run !== undefined || start?.ran === true);
  const awaitsStart = startedHere && !wasRunning;
  const worksFor = worksForOf(tracked);
  const report = reportOf(tracked, snapshot);
  const isAnother = report === 'run' && !isFollowed && isAnotherRun(tracked, now);
  const isOver = start !== undefined && isTimeOver(start, now);
  const beganHere = start && Math.min(start.at, tracked.since);
  const sentHere = isPending ? Math.min(pending.at, tracked.since) : undefined;
  const began = run && !isPending ? run.beganAt : beganHere;
  const phase = phaseOf({
    online,
    report,
    isFollowed,
    isAnother,
    sawRun: run !== undefined,
    wasRunning,
    startedHere,
    isOver,
    isPending,
    worksFor,
    elapsed: now - (began ?? sentHere ?? tracked.since),
  });
  const isEnd = phase === 'finished' || phase === 'replaced';
  const isOfAnotherRun = report === 'run' && !isFollowed && !isEnd;
  const endedAt = isEnd && run && idleSince !== undefined && isEndObserved(run, idleSince) ? idleSince : undefined;
  const requested = { ...tracked.known, on: state.on };
  const asked = run ? run.asked : start && !isOver ? askedIn(start.state) : undefined;
  const shown: DeviceState = isEnd
    ? { ...(run ? mergeState(asked ?? {}, run.state) : requested), on: state.on }
    : isOfSomebodyElse(tracked) || (isPending && report !== 'run')
      ? { on: state.on }
      : awaitsStart && !isOfAnotherRun
        ? requested
        : mergeState((!isOfAnotherRun && asked) || {}, state);
  // A start from here says nothing of what runs once its treatment was seen to end, or its time is over.
  const hasRested = run === undefined && start?.rested === true;
  const isPast = run === undefined && (isOver || hasRested);
  const mayBeThis = wasRunning ? report !== 'rest' && !isOver && !hasRested : (startedHere && !isOver) || isPending;
  const isSaidToRun = worksFor === 'me' && !(run !== undefined && report === 'rest');
  const mayStillRun =
    phase !== 'not-mine' &&
    phase !== 'replaced' &&
    !isAnother &&
    !isOfSomebodyElse(tracked) &&
    (runs(state) || mayBeThis || isSaidToRun);
  const isKnown = phase !== 'offline' || (wasRunning && !isPast) || isOfSomebodyElse(tracked);
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
    endedAt,
    overSince: isEnd || phase === 'over' ? (tracked.doubtedAt ?? idleSince ?? now) : undefined,
    cameBack: cameBack && AT_REST.includes(phase),
    mayStillRun: mayStillRun || isKnown ? mayStillRun : undefined,
  };
}

/**
 * Returns what is known of a treatment that was started from here or seen running so short a time ago that nobody else can
 * have started the device since; otherwise nothing.
 */
export function sightOf(
  { phase, beganAt, seenAt, recordRuns }: Pick<TreatmentView, 'phase' | 'beganAt' | 'seenAt' | 'recordRuns'>,
  now: number,
): TreatmentSight {
  const isRunning = phase === 'running' && seenAt !== undefined && !isStale(seenAt, now);
  if (beganAt === undefined || !(isRunning || phase === 'starting')) return {};
  return { elapsed: ageOf(beganAt, now), isRunning, isRecordOld: isRunning && recordRuns !== true };
}

const MIN_RUNTIME_BEFORE_FINISH_MS = 10 * SECOND;
/** One second below 15 s, because time-based changes are detected once a second. */
const DEVICE_RESPONSE_TIMEOUT_MS = 14 * SECOND;

/** Input of `phaseOf`. */
export interface TreatmentFacts {
  online?: boolean;
  report?: Report;
  /** The reported run is the treatment that is followed. */
  isFollowed: boolean;
  /** The reported run is another one than the treatment that is followed; see `whoseRun`. */
  isAnother: boolean;
  /** The treatment was observed running, here or on an earlier screen. */
  wasRunning: boolean;
  /** The run was observed here. */
  sawRun: boolean;
  /** This phone started the treatment. */
  startedHere: boolean;
  /** This phone started the treatment, and its time has passed. */
  isOver: boolean;
  /** A start of the device has an unknown outcome. */
  isPending: boolean;
  worksFor: WorksFor;
  /** Time since the treatment began or its start was sent, or since the tracker was created if neither is known; ms. */
  elapsed: number;
}

/** Derives the phase from the facts and the elapsed time. */
export function phaseOf(facts: TreatmentFacts): TreatmentPhase {
  const { online, report, wasRunning, startedHere, isPending, worksFor, elapsed } = facts;
  const awaited = elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'starting';
  if (online === false) return 'offline';
  if (report === 'run') return facts.isFollowed ? 'running' : phaseOfAnotherRun(facts);
  if (startedHere && !wasRunning) return phaseOfAwaited(facts, awaited);
  if (report !== 'rest' && worksFor === 'other') return phaseOfAnotherRun(facts);
  if (report === undefined) return 'loading';
  if (wasRunning && report === 'rest') return phaseAtRest(facts);
  if (report === 'nothing') return awaited === 'starting' ? 'loading' : awaited;
  if (isPending) return phaseOfAwaited(facts, awaited);
  return PHASE_AT_REST[worksFor] ?? awaited;
}

/** The phase of a device that rests and has no treatment here; undefined while the treatment is awaited. */
const PHASE_AT_REST: Record<WorksFor, TreatmentPhase | undefined> = {
  unasked: 'loading',
  unknown: 'unresponsive',
  me: undefined,
  other: 'not-mine',
  nobody: 'idle',
};

function isNotMine(worksFor: WorksFor): boolean {
  return worksFor === 'other' || worksFor === 'nobody';
}

/** No report has shown the treatment. That it does not run, only the server's word says, once the device had time to respond. */
function phaseOfAwaited(
  { report, isOver, worksFor }: TreatmentFacts,
  awaited: 'starting' | 'unresponsive',
): TreatmentPhase {
  if (isOver && report === 'rest' && isNotMine(worksFor)) return 'over';
  return awaited === 'unresponsive' && worksFor === 'other' ? 'not-mine' : awaited;
}

/** Whoever did not observe the run needs the server's word that the report of rest is not older than another start. */
function phaseAtRest({ sawRun, worksFor, elapsed }: TreatmentFacts): TreatmentPhase {
  if (!sawRun && worksFor === 'unasked') return 'loading';
  if (!sawRun && worksFor === 'me') return elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'starting';
  return elapsed > MIN_RUNTIME_BEFORE_FINISH_MS ? 'finished' : 'starting';
}

/** The reported run is not known to be this user's. No end that was observed before hides it. */
function phaseOfAnotherRun({ worksFor, wasRunning, isAnother }: TreatmentFacts): TreatmentPhase {
  if (worksFor === 'other') return wasRunning ? 'replaced' : 'not-mine';
  if (worksFor === 'unasked') return 'loading';
  return isAnother ? 'another-run' : 'unresponsive';
}
