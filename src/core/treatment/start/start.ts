import { mergeState, rests, runs, type DeviceState } from '../../device/device-state.ts';
import type { NoticeReason } from '../../device/device.ts';
import { isSameDevice } from '../../basics/device-code.ts';
import { Problem } from '../../problem.ts';
import { isWithin, MINUTE } from '../../basics/time.ts';
import { beganThen, runningState, type DatedReport, type RunEvidence, type RunningState } from '../running-state.ts';
import { isSameChoice, runsAsAsked, type TreatmentSettings } from '../settings/settings.ts';
import {
  CONFIRMATION_TIMEOUT_MS,
  RECORD_LAG_MS,
  RESTART_DELAY_MS,
  type PendingStart,
  type StartedTreatment,
} from '../treatment.ts';
import { ofDevice, pendingStartOf, type TreatmentRecords } from '../records/treatment-records.ts';
import { foundRunning, type TreatmentEvent } from '../records/treatment-events.ts';

/**
 * How long retries of a start reuse its idempotency key. Afterwards, the treatment of the first attempt may be over.
 */
const START_KEY_MAX_AGE_MS = 2 * MINUTE;

/** A start that the user asked for. */
export interface StartIntent {
  sno: string;
  settings: TreatmentSettings;
}

/** The use that a start deducts: for which device, of which operator's card, and how many are left before it. */
export interface Deduction {
  sno: string;
  operatorId: string;
  remaining: number;
  /** The number may be the one from before a payment of a moment ago: it is not said. */
  mayBeOlder?: boolean;
  /** The account rents a device, or may do so: then the server may take no use, and what would be left is not said. */
  mayTakeNone?: boolean;
  /** The names of the device and of its operator, if the server gives them. */
  deviceName?: string;
  operatorName?: string;
}

/** Why no command was sent, or the question to ask first. */
export type Obstacle =
  | { kind: 'too-frequent' }
  /** The device is offline or locked, somebody else's treatment runs on it, or somebody else rents it. */
  | { kind: 'unavailable'; reason: Extract<NoticeReason, 'offline' | 'used' | 'using' | 'locked'> }
  | ({ kind: 'confirm-deduction' } & Deduction)
  /** `barredBy`: no use would start the device, because another user rents it. */
  | { kind: 'exhausted'; operatorId: string; barredBy: 'using' | undefined }
  | AlreadyRunning
  /** A treatment that was started on this phone may run, and neither the server nor the device says; or that of an offline device. */
  | { kind: 'may-run' }
  /** The device reports that it runs, and nothing says for whom; nothing was sent. */
  | { kind: 'reports-run' }
  | AnotherRun
  | Left;

/**
 * The device already runs for this user, or was started and has not reported yet. `isReported`: the device reports that
 * it runs, and `state` is what it reports. `asAsked`: the settings that it reports, or else those that it was started with
 * from this phone, are known, and none differs from the requested ones. `isSent`: a start of this phone may have set it
 * running; otherwise nothing was sent.
 */
export type AlreadyRunning = {
  kind: 'already-running';
  asAsked: boolean;
  isSent: boolean;
} & Reported;

type Reported = { isReported: true; state: DeviceState } | { isReported: false; state?: undefined };

/** The device reports another run than the treatment followed here, and nothing says for whom; nothing was sent. */
interface AnotherRun {
  kind: 'another-run';
}

/** The user left the screen before a command was sent. */
interface Left {
  kind: 'left';
}

/** Outcome of a start command. */
export type CommandOutcome =
  | Left
  | AnotherRun
  /**
   * The server accepted the command. `state`: only what the device has reported of this treatment, so nothing of what was
   * requested. `asAsked`: no reported setting differs from the requested ones.
   */
  | { kind: 'started'; state: DeviceState; asAsked: boolean }
  /** The treatment was seen to be over, as after a stop from here, before the answer to its start came. */
  | { kind: 'over-since' }
  | AlreadyRunning
  /** No report shows that the device has started. `outcomeUnknown`: the device may still have received the command. */
  | { kind: 'not-started'; problem: Problem; outcomeUnknown: boolean };

/** The facts before a start. */
export interface Inquiry {
  isOnline: boolean;
  evidence: RunEvidence;
  /**
   * What to ask before the start: `none`, or the uses left with this operator, of which it deducts one. A problem, if
   * that is not known: no other obstacle needs it.
   */
  question: 'none' | Deduction | Problem;
  /** The deduction that the user has agreed to. */
  agreed?: Deduction;
  /** The user has left the screen. */
  isLeft: boolean;
}

export interface StartFacts {
  records: TreatmentRecords;
  now: number;
}

/** Returns when the device can be started again after its stop, epoch ms; undefined if it can be started now. */
export function restartDelayEndsAt(
  sno: string,
  cameFromStopAt: number | undefined,
  { records, now }: StartFacts,
): number | undefined {
  const stoppedAt = ofDevice(records.stoppedAt, sno) ?? cameFromStopAt;
  return stoppedAt !== undefined && isWithin(RESTART_DELAY_MS, stoppedAt, now)
    ? stoppedAt + RESTART_DELAY_MS
    : undefined;
}

/** Returns what bars a start before any request. */
export function obstacleAtTap(
  start: StartIntent,
  cameFromStopAt: number | undefined,
  facts: StartFacts,
): Obstacle | undefined {
  const latest = ofDevice(facts.records.started, start.sno);
  // A second start could reach a running device.
  if (latest && !latest.ran && isWithin(CONFIRMATION_TIMEOUT_MS, latest.at, facts.now))
    return alreadyRunning({ kind: 'starting', state: latest.state }, start);
  return restartDelayEndsAt(start.sno, cameFromStopAt, facts) === undefined ? undefined : { kind: 'too-frequent' };
}

/** Returns what bars a start, or the question to ask first, and what the facts tell of the device. */
export function obstacleToStart(
  start: StartIntent,
  { isOnline, evidence, question, agreed, isLeft }: Inquiry,
  { records, now }: StartFacts,
): { obstacle?: Obstacle; events?: readonly TreatmentEvent[] } {
  const { sno } = start;
  const isPending = pendingStartOf(records, sno, now) !== undefined;
  const running = runningState(sno, evidence, records, now);
  if (!isOnline) {
    const mayRun = running.kind === 'unknown' ? running.mayRun : running.kind === 'starting';
    return { obstacle: mayRun ? { kind: 'may-run' } : { kind: 'unavailable', reason: 'offline' } };
  }
  if (isMine(running)) {
    const isSure = evidence.status === 'working';
    const events = isSure ? foundRunning(records, sno, running.state, now, running.kind === 'running') : [];
    return { obstacle: alreadyRunning(running, start), events };
  }
  if (running.kind === 'unknown' && running.state) return { obstacle: { kind: 'reports-run' } };
  if (running.kind === 'not-mine') return { obstacle: { kind: 'unavailable', reason: 'used' } };
  if (running.kind === 'another-run') return { obstacle: { kind: running.kind } };
  // The command looks once more for a start with an unknown outcome.
  if (running.kind === 'unknown' && running.mayRun && !isPending) return { obstacle: { kind: 'may-run' } };
  const events: TreatmentEvent[] = running.kind === 'at-rest' ? [{ type: 'sawRest', sno, at: running.at }] : [];
  // The start with an unknown outcome may have taken the last use, and have come before the shop locked the device.
  const isOfEarlier = isPending && running.kind === 'unknown';
  if (evidence.status === 'locked' && !isOfEarlier)
    return { obstacle: { kind: 'unavailable', reason: 'locked' }, events };
  const obstacle = obstacleInQuestion({ evidence, question, agreed, isLeft });
  return { obstacle: isOfEarlier && obstacle?.kind === 'exhausted' ? undefined : obstacle, events };
}

type Mine = Extract<RunningState, { kind: 'running' | 'starting' }>;

/** Returns the obstacle that the question before a start is, if nothing else bars the start. */
function obstacleInQuestion({
  evidence,
  question,
  agreed,
  isLeft,
}: Pick<Inquiry, 'evidence' | 'question' | 'agreed' | 'isLeft'>): Obstacle | undefined {
  const isAsked = !(question instanceof Problem) && question !== 'none';
  if (isAsked && question.remaining === 0) {
    const barredBy = evidence.status === 'using' ? 'using' : undefined;
    return { kind: 'exhausted', operatorId: question.operatorId, barredBy };
  }
  if (isLeft) return { kind: 'left' };
  return isAsked && !isSameDeduction(question, agreed) ? { kind: 'confirm-deduction', ...question } : undefined;
}

export function isMine(running: RunningState): running is Mine {
  return running.kind === 'running' || running.kind === 'starting';
}

/** Who agreed to a start that may take no use, because of a rental that is over by now, has not agreed to one that takes a use. */
function isSameDeduction(question: Deduction, agreed: Deduction | undefined): boolean {
  return (
    agreed !== undefined &&
    isSameDevice(question.sno, agreed.sno) &&
    question.operatorId === agreed.operatorId &&
    question.remaining === agreed.remaining &&
    (question.mayTakeNone === true || agreed.mayTakeNone !== true)
  );
}

function alreadyRunning({ kind, state }: Mine, { settings }: StartIntent, isSent = false): AlreadyRunning {
  const isKnown = kind === 'running' || state.workMinutes !== undefined;
  const reported: Reported = kind === 'running' ? { isReported: true, state } : { isReported: false };
  return { kind: 'already-running', asAsked: isKnown && runsAsAsked(settings, state), isSent, ...reported };
}

/** True if the report shows the run of this start: not one of somebody else, nor one that was under way before. */
export function isRunOf(
  treatment: StartedTreatment | undefined,
  { sno }: StartIntent,
  evidence: RunEvidence,
  { records, now }: StartFacts,
): boolean {
  const { kind } = runningState(sno, evidence, records, now);
  const isEarlier = treatment && evidence.report && beganThen(treatment.at, evidence.report) === false;
  return kind === 'running' && !isEarlier;
}

/**
 * When the user tapped, epoch ms, and the key of the device's start whose outcome was unknown then. `record`: what the
 * server's record of the device said after the tap, if it could be read. Unless it showed a run, a run is younger.
 */
export interface Tap {
  at(): number;
  readonly pendingKey?: string;
  readonly record?: DeviceState;
}

/**
 * Returns the start of the device that another page has made since the tap, or that was pending at the tap and has been
 * found to have taken effect since.
 */
export function startedSince(tap: Tap, sno: string, { records, now }: StartFacts): StartedTreatment | undefined {
  const latest = ofDevice(records.started, sno);
  if (!latest) return undefined;
  const wasPending = latest.key !== undefined && latest.key === tap.pendingKey;
  return wasPending || (latest.at >= tap.at() && latest.at <= now) ? latest : undefined;
}

/** True if a start of the device was sent since the tap, or was pending at it, and its outcome is unknown. Its time may be over. */
export function isSentSince(tap: Tap, sno: string, { records }: StartFacts): boolean {
  const sent = ofDevice(records.pendingStarts, sno);
  return sent !== undefined && (sent.key === tap.pendingKey || sent.at >= tap.at());
}

/** True if nothing waits for the outcome of this start any more: its treatment was seen to be over before the answer came. */
export function isOverSince({ sno, key }: PendingStart, { records }: StartFacts): boolean {
  return ofDevice(records.pendingStarts, sno) === undefined && ofDevice(records.started, sno)?.key !== key;
}

/** Returns the start to send. A retry uses the key of the start that it repeats. */
export function startToSend(
  { sno, settings }: StartIntent,
  earlier: PendingStart | undefined,
  { newKey, record, started }: { newKey: string; started?: StartedTreatment | undefined } & Pick<Tap, 'record'>,
  now: number,
): PendingStart {
  const isSame =
    earlier?.settings !== undefined &&
    isWithin(START_KEY_MAX_AGE_MS, earlier.at, now) &&
    isSameChoice(earlier.settings, settings);
  const { key, at, tries = 1 } = isSame ? earlier : { key: newKey, at: now, tries: 0 };
  const showsNoRun = record !== undefined && !runs(record);
  const recordMayBeOld = (!showsNoRun && (!isSame || earlier.recordMayBeOld)) || undefined;
  const unseenBefore = isSame ? earlier.unseenBefore : askedUnseen(earlier ?? started, now);
  return { sno, settings, key, at, tries: tries + 1, recordMayBeOld, unseenBefore };
}

/** What a start of a moment ago asked for that no report has shown. */
function askedUnseen(start: PendingStart | StartedTreatment | undefined, now: number): DeviceState | undefined {
  if (!start || !isWithin(RECORD_LAG_MS, start.at, now)) return undefined;
  if (!('state' in start)) return start.settings;
  return start.ran ? undefined : start.state;
}

/**
 * How a start ended that took effect, and what to remember of the treatment: the reported settings, else the requested ones,
 * and when it began if that may not have been at this start: epoch ms, or `unknown`.
 */
export interface TakenEffect {
  outcome: CommandOutcome;
  state: DeviceState;
  beganAt?: number | 'unknown';
}

/** A start that the server accepted. */
export function accepted(reported: DeviceState, { settings }: StartIntent): TakenEffect {
  const outcome = { kind: 'started' as const, state: reported, asAsked: runsAsAsked(settings, reported) };
  return { outcome, state: mergeState(settings, reported) };
}

/** A device that is found running for this user. With the requested settings, a start of theirs is this one. */
export function foundBy(running: Mine, start: StartIntent, isSent: boolean): TakenEffect {
  const found = alreadyRunning(running, start, isSent);
  if (!found.asAsked) return { outcome: found, state: running.state };
  const outcome = { kind: 'started' as const, state: found.state ?? {}, asAsked: true };
  return { outcome, state: mergeState(start.settings, running.state) };
}

/** What shows that a command took effect although it failed. */
export function tookEffectDespite(
  problem: Problem,
  running: RunningState,
  { status, report }: RunEvidence,
  start: StartIntent,
): TakenEffect | undefined {
  if (running.kind === 'running') return { ...foundBy(running, start, true), beganAt: beganBy(report, problem) };
  if (status !== 'working' || problem.code !== 'refused') return undefined;
  // The device was at rest, so it starts because of this command: a browser may have sent it twice.
  const wasAtRest = report !== undefined && rests(report.state);
  return wasAtRest
    ? accepted({}, start)
    : { ...foundBy({ kind: 'starting', state: {} }, start, true), beganAt: 'unknown' };
}

/** A counted run tells by itself when it began. The server refuses to start what was started before. */
function beganBy(report: DatedReport | undefined, { code }: Problem): TakenEffect['beganAt'] {
  const minutes = report?.state.usedMinutes;
  if (!report || minutes === undefined) return 'unknown';
  return code === 'refused' ? report.at - minutes * MINUTE : undefined;
}
