import { SECOND } from '../../basics/time.ts';

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

const MIN_RUNTIME_BEFORE_FINISH_MS = 10 * SECOND;
/** One second below 15 s, because time-based changes are detected once a second. */
const DEVICE_RESPONSE_TIMEOUT_MS = 14 * SECOND;

/** For whom the server says that the device works; `unasked` before its answer, `unknown` if the answer does not say it. */
export type WorksFor = 'unasked' | 'unknown' | 'me' | 'other' | 'nobody';

/** Input of `phaseOf`. */
export interface TreatmentFacts {
  online?: boolean;
  /** What the device or the server reports: a run, rest, or not whether it runs; undefined before the first answer. */
  report?: 'run' | 'rest' | 'nothing';
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
  /** Time since the treatment began, or since the tracker was created if the start is unknown; ms. */
  elapsed: number;
}

/** Derives the phase from the facts and the elapsed time. */
export function phaseOf(facts: TreatmentFacts): TreatmentPhase {
  const { online, report, wasRunning, startedHere, isPending, worksFor, elapsed } = facts;
  const awaited = elapsed > DEVICE_RESPONSE_TIMEOUT_MS ? 'unresponsive' : 'starting';
  if (online === false) return 'offline';
  if (report === 'run') return facts.isFollowed ? 'running' : phaseOfAnotherRun(facts);
  if (startedHere && !wasRunning) return facts.isOver && report === 'rest' && isNotMine(worksFor) ? 'over' : awaited;
  if (report === undefined) return 'loading';
  if (wasRunning && report === 'rest') return phaseAtRest(facts);
  if (report === 'nothing') return awaited === 'starting' ? 'loading' : awaited;
  if (isPending) return awaited;
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
