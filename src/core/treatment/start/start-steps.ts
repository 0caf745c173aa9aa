import { mergeState, rests, type DeviceState } from '../../device/device-state.ts';
import type { NoticeReason } from '../../device/device.ts';
import { isSameDevice } from '../../basics/device-code.ts';
import type { CommandSteps, Step } from '../../basics/command-steps.ts';
import { Problem } from '../../problem.ts';
import { ageOf, isWithin, MINUTE } from '../../basics/time.ts';
import { beganThen, runningState, type RunEvidence, type RunningState } from '../running-state.ts';
import { runsAsAsked, type TreatmentSettings } from '../settings/settings.ts';
import {
  COMMAND_TIMEOUT_MS,
  CONFIRMATION_INTERVAL_MS,
  CONFIRMATION_TIMEOUT_MS,
  RESTART_DELAY_MS,
  START_IS_DUE_MS,
  type StartedTreatment,
} from '../treatment.ts';
import {
  ofDevice,
  foundRunning,
  pendingStartOf,
  startedHere,
  type TreatmentEvent,
  type TreatmentRecords,
} from '../records/treatment-records.ts';

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
  /** The names of the device and of its operator, if the server gives them. */
  deviceName?: string;
  operatorName?: string;
}

/** A start to be sent. */
export interface StartOrder extends StartIntent {
  /** Idempotency key, unless the start retries an earlier one. */
  newKey: string;
  /** When the user tapped; epoch ms. */
  tappedAt: number;
  /** Limit of the reads after a failed command; epoch ms. */
  decideBy: number;
}

/** Why no command was sent, or the question to ask first. */
export type Obstacle =
  | { kind: 'too-frequent' }
  /** The device is offline, or somebody else's treatment runs on it. */
  | { kind: 'unavailable'; reason: Extract<NoticeReason, 'offline' | 'used'> }
  | ({ kind: 'confirm-deduction' } & Deduction)
  | { kind: 'exhausted'; operatorId: string }
  | AlreadyRunning
  /** A treatment that was started on this phone may still run: neither the server nor the device says. */
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
  | AlreadyRunning
  /** No report shows that the device has started. `outcomeUnknown`: the device may still have received the command. */
  | { kind: 'not-started'; problem: Problem; outcomeUnknown: boolean };

/** What the app waits for during a start command. */
export type CommandState =
  /** For the lock that the pages of this phone share. */
  | { at: 'queued'; start: StartOrder }
  /** For the device's state, because the outcome of an earlier start is unknown. */
  | { at: 'finding'; start: StartOrder }
  /** For the response to the command. `isRetry`: an earlier start may have taken effect. */
  | { at: 'sending'; start: StartOrder; key: string; isRetry: boolean }
  /** For the device's state after a failed command. */
  | { at: 'reading'; start: StartOrder; problem: Problem; outcomeUnknown: boolean }
  /** For the device's state after an accepted command. `endsAt`: epoch ms. */
  | { at: 'confirming'; start: StartIntent; endsAt: number; problem?: Problem }
  /** For the next question to the device. `ms`: how long. */
  | { at: 'pausing'; start: StartIntent; endsAt: number; ms: number; problem?: Problem }
  | { at: 'ended'; outcome: CommandOutcome };

/** What the app waits for before a start command: the facts that decide whether it is sent. */
export type InquiryState =
  | { at: 'inquiring'; start: StartIntent }
  | { at: 'ready' }
  | { at: 'ended'; outcome: Obstacle };

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
}

/** What the server says about a device in time. */
export interface StartEvidence extends RunEvidence {
  problem?: Problem;
}

/** What each state waits for. */
export interface StartInputs {
  inquiring: Inquiry;
  queued: undefined;
  finding: StartEvidence;
  sending: DeviceState | Problem;
  reading: StartEvidence;
  confirming: StartEvidence;
  pausing: undefined;
}

export interface StartFacts {
  records: TreatmentRecords;
  now: number;
  /** The user has left the screen. */
  isLeft: boolean;
}

export type WaitingStart = Exclude<CommandState, { at: 'ended' }>;
type CommandStep<State = CommandState> = Step<State, TreatmentEvent>;

/** Returns when the device can be started again after its stop, epoch ms; undefined if it can be started now. */
export function restartDelayEndsAt(
  sno: string,
  cameFromStopAt: number | undefined,
  { records, now }: Pick<StartFacts, 'records' | 'now'>,
): number | undefined {
  const stoppedAt = ofDevice(records.stoppedAt, sno) ?? cameFromStopAt;
  return stoppedAt !== undefined && isWithin(RESTART_DELAY_MS, stoppedAt, now)
    ? stoppedAt + RESTART_DELAY_MS
    : undefined;
}

/** Decides what a tap leads to before any request. */
export function onTap(
  start: StartIntent,
  cameFromStopAt: number | undefined,
  { records, now }: Pick<StartFacts, 'records' | 'now'>,
): Exclude<InquiryState, { at: 'ready' }> {
  const latest = ofDevice(records.started, start.sno);
  // A second start could reach a running device.
  if (latest && !latest.ran && isWithin(CONFIRMATION_TIMEOUT_MS, latest.at, now))
    return stopBefore(alreadyRunning({ kind: 'starting', state: latest.state }, start));
  if (restartDelayEndsAt(start.sno, cameFromStopAt, { records, now }) !== undefined)
    return stopBefore({ kind: 'too-frequent' });
  return { at: 'inquiring', start };
}

/** The decision before a start command. */
export const INQUIRY_STEPS: CommandSteps<InquiryState, Pick<StartInputs, 'inquiring'>, StartFacts, TreatmentEvent> = {
  inquiring: {
    to: ['ready', 'ended'],
    next({ start }, { isOnline, evidence, question, agreed }, { isLeft, records, now }) {
      if (!isOnline) return { next: stopBefore({ kind: 'unavailable', reason: 'offline' }) };
      const { sno } = start;
      const running = runningState(sno, evidence, records, now);
      if (isMine(running))
        return {
          next: stopBefore(alreadyRunning(running, start)),
          events:
            evidence.status === 'working'
              ? foundRunning(records, sno, running.state, now, running.kind === 'running')
              : [],
        };
      if (running.kind === 'unknown' && running.state) return { next: stopBefore({ kind: 'reports-run' }) };
      if (running.kind === 'not-mine') return { next: stopBefore({ kind: 'unavailable', reason: 'used' }) };
      if (running.kind === 'another-run') return { next: stopBefore({ kind: running.kind }) };
      // The command looks once more for a start with an unknown outcome.
      const isPending = pendingStartOf(records, sno, now) !== undefined;
      if (running.kind === 'unknown' && !isPending && startedHere(records, sno, now))
        return { next: stopBefore({ kind: 'may-run' }) };
      const events: TreatmentEvent[] = running.kind === 'at-rest' ? [{ type: 'sawRest', sno }] : [];
      return { next: afterQuestion(question, agreed, isLeft), events };
    },
  },
};

/** The decisions of a start command, until the device is known to run or not. */
export const START_STEPS: CommandSteps<CommandState, Omit<StartInputs, 'inquiring'>, StartFacts, TreatmentEvent> = {
  queued: {
    to: ['finding', 'sending', 'ended'],
    next({ start }, _, facts) {
      const latest = ofDevice(facts.records.started, start.sno);
      // Another page has started the device since the tap.
      if (latest && latest.at >= start.tappedAt && latest.at <= facts.now)
        return { next: foundBy({ kind: 'starting', state: latest.state }, start, false).next };
      if (pendingStartOf(facts.records, start.sno, facts.now)) return { next: { at: 'finding', start } };
      return sendNow(start, facts);
    },
  },
  finding: {
    to: ['sending', 'ended'],
    next({ start }, { problem, ...evidence }, facts) {
      const running = runningState(start.sno, evidence, facts.records, facts.now);
      if (isMine(running)) {
        const began = pendingStartOf(facts.records, start.sno, facts.now) ?? ofDevice(facts.records.started, start.sno);
        return tookEffect(start, foundBy(running, start, true), began?.at ?? facts.now);
      }
      if (running.kind === 'another-run') return { next: { at: 'ended', outcome: { kind: running.kind } } };
      // Without this knowledge, a second command could deduct a second use, or reach another user's treatment.
      return running.kind === 'unknown' || running.kind === 'not-mine'
        ? notStarted(start, problem ?? new Problem('no-report'), true)
        : sendNow(start, facts);
    },
  },
  sending: {
    to: ['reading', 'ended'],
    next({ start, isRetry }, response, facts) {
      if (!(response instanceof Problem)) {
        // What a device at rest answers is not the state of this treatment.
        const reported = rests(response) ? {} : response;
        return tookEffect(start, accepted(reported, start), startedAt(start, facts));
      }
      const outcomeUnknown = response.mayHaveTakenEffect || isRetry;
      return outcomeUnknown || response.code === 'refused'
        ? { next: { at: 'reading', start, problem: response, outcomeUnknown } }
        : notStarted(start, response, false);
    },
  },
  reading: {
    to: ['ended'],
    next({ start, problem, outcomeUnknown }, evidence, facts) {
      const running = runningState(start.sno, evidence, facts.records, facts.now);
      const isRefused = problem.code === 'refused';
      if (running.kind === 'running') return tookEffect(start, foundBy(running, start, true), startedAt(start, facts));
      if (evidence.status === 'working' && isRefused) {
        // The device was at rest, so it starts because of this command: a browser may have sent it twice.
        const wasAtRest = evidence.report !== undefined && rests(evidence.report.state);
        const unknown = { kind: 'starting' as const, state: {} };
        return tookEffect(
          start,
          wasAtRest ? accepted({}, start) : foundBy(unknown, start, true),
          startedAt(start, facts),
        );
      }
      const mayRun = running.kind === 'unknown' && running.state !== undefined;
      return notStarted(start, problem, outcomeUnknown || mayRun);
    },
  },
  confirming: {
    to: ['pausing', 'ended'],
    next({ start, endsAt, problem: earlier }, { problem: failure, ...evidence }, { records, now }) {
      if (failure?.endsTheSession) return { next: unconfirmed(failure) };
      const treatment = ofDevice(records.started, start.sno);
      if (isRunOf(treatment, start, evidence, { records, now })) {
        const { next, state } = accepted(evidence.report?.state ?? {}, start);
        return { next, events: treatment && [{ type: 'sawRunning', treatment: { ...treatment, state } }] };
      }
      const ms = Math.min(CONFIRMATION_INTERVAL_MS, Math.max(0, endsAt - now));
      // One report that does not show the run says more than the reads that failed.
      const isAnswered = evidence.report !== undefined || earlier?.code === 'no-report';
      const problem = isAnswered ? new Problem('no-report') : (failure ?? earlier);
      // A later report of a run is younger than the start.
      const isAtRest = evidence.report !== undefined && rests(evidence.report.state);
      const events: TreatmentEvent[] = isAtRest ? [{ type: 'sawRest', sno: start.sno }] : [];
      return { next: { at: 'pausing', start, endsAt, ms, problem }, events };
    },
  },
  pausing: {
    to: ['confirming', 'ended'],
    next: ({ start, endsAt, problem }, _, { now }) => ({
      next: now < endsAt ? { at: 'confirming', start, endsAt, problem } : unconfirmed(problem),
    }),
  },
};

type Ended = Extract<CommandState, { at: 'ended' }>;
type Mine = Extract<RunningState, { kind: 'running' | 'starting' }>;

/** What the question before a start leads to, if nothing else bars the start. */
function afterQuestion(
  question: Inquiry['question'],
  agreed: Deduction | undefined,
  isLeft: boolean,
): Exclude<InquiryState, { at: 'inquiring' }> {
  const isAsked = !(question instanceof Problem) && question !== 'none';
  if (isAsked && question.remaining === 0) return stopBefore({ kind: 'exhausted', operatorId: question.operatorId });
  if (isLeft) return stopBefore({ kind: 'left' });
  return isAsked && !isSameDeduction(question, agreed)
    ? stopBefore({ kind: 'confirm-deduction', ...question })
    : { at: 'ready' };
}

function stopBefore(outcome: Obstacle): { at: 'ended'; outcome: Obstacle } {
  return { at: 'ended', outcome };
}

function isMine(running: RunningState): running is Mine {
  return running.kind === 'running' || running.kind === 'starting';
}

function isSameDeduction(question: Deduction, agreed: Deduction | undefined): boolean {
  return (
    agreed !== undefined &&
    isSameDevice(question.sno, agreed.sno) &&
    question.operatorId === agreed.operatorId &&
    question.remaining === agreed.remaining
  );
}

function alreadyRunning({ kind, state }: Mine, { settings }: StartIntent, isSent = false): AlreadyRunning {
  const isKnown = kind === 'running' || state.workMinutes !== undefined;
  const reported: Reported = kind === 'running' ? { isReported: true, state } : { isReported: false };
  return { kind: 'already-running', asAsked: isKnown && runsAsAsked(settings, state), isSent, ...reported };
}

/** True if the report shows the run of this start: not one of somebody else, nor one that was under way before. */
function isRunOf(
  treatment: StartedTreatment | undefined,
  { sno }: StartIntent,
  evidence: RunEvidence,
  { records, now }: Pick<StartFacts, 'records' | 'now'>,
): boolean {
  const { kind } = runningState(sno, evidence, records, now);
  const isEarlier = treatment && evidence.report && beganThen(treatment.at, evidence.report) === false;
  return kind === 'running' && !isEarlier;
}

/** Sends the command unless the page was suspended since the tap. A retry uses the key of the start that it repeats. */
function sendNow(start: StartOrder, { records, now, isLeft }: StartFacts): CommandStep {
  if (isLeft) return { next: { at: 'ended', outcome: { kind: 'left' } } };
  const { sno, settings, newKey, tappedAt } = start;
  const earlier = pendingStartOf(records, sno, now);
  if (ageOf(tappedAt, now) >= START_IS_DUE_MS) {
    const problem = new Problem('timeout', { message: 'the start was not sent in time' });
    return notStarted(start, problem, earlier !== undefined);
  }
  const isSame =
    earlier !== undefined &&
    isWithin(START_KEY_MAX_AGE_MS, earlier.at, now) &&
    JSON.stringify(earlier.settings) === JSON.stringify(settings);
  const { key, at, tries = 1 } = isSame ? earlier : { key: newKey, at: now, tries: 0 };
  return {
    next: { at: 'sending', start, key, isRetry: earlier !== undefined },
    events: [{ type: 'startSent', start: { sno, settings, key, at, tries: tries + 1 } }],
  };
}

/** When a start began that took effect, epoch ms. A page that was suspended receives the answer long after the command. */
function startedAt({ tappedAt }: StartOrder, { now }: StartFacts): number {
  return ageOf(tappedAt, now) < START_IS_DUE_MS + COMMAND_TIMEOUT_MS ? now : tappedAt;
}

/** How a start ended that took effect, and what to remember of the treatment: the reported settings, else the requested ones. */
interface TakenEffect {
  next: Ended;
  state: DeviceState;
}

/** A start that the server accepted. */
function accepted(reported: DeviceState, { settings }: StartIntent): TakenEffect {
  const outcome = { kind: 'started' as const, state: reported, asAsked: runsAsAsked(settings, reported) };
  return { next: { at: 'ended', outcome }, state: mergeState(settings, reported) };
}

/** A device that is found running for this user. With the requested settings, a start of theirs is this one. */
function foundBy(running: Mine, start: StartIntent, isSent: boolean): TakenEffect {
  const found = alreadyRunning(running, start, isSent);
  if (!found.asAsked) return { next: { at: 'ended', outcome: found }, state: running.state };
  const outcome = { kind: 'started' as const, state: found.state ?? {}, asAsked: true };
  return { next: { at: 'ended', outcome }, state: mergeState(start.settings, running.state) };
}

function tookEffect({ sno }: StartIntent, { next, state }: TakenEffect, at: number): CommandStep<Ended> {
  return { next, events: [{ type: 'startTookEffect', treatment: { sno, at, state } }] };
}

function notStarted({ sno }: StartIntent, problem: Problem, outcomeUnknown: boolean): CommandStep<Ended> {
  return {
    next: { at: 'ended', outcome: { kind: 'not-started', problem, outcomeUnknown } },
    events: outcomeUnknown ? undefined : [{ type: 'startSettled', sno }],
  };
}

function unconfirmed(problem = new Problem('no-report')): Ended {
  return { at: 'ended', outcome: { kind: 'not-started', problem, outcomeUnknown: true } };
}
