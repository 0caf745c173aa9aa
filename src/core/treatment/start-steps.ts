import { mergeState, type DeviceState } from '../device/device-state.ts';
import type { CommandSteps, Step } from '../command-steps.ts';
import { Problem } from '../problem.ts';
import { isWithin, MINUTE } from '../time.ts';
import { runsAsAsked, type TreatmentSettings } from './settings.ts';
import { CONFIRMATION_INTERVAL_MS, CONFIRMATION_TIMEOUT_MS, RESTART_DELAY_MS, runs } from './treatment.ts';
import {
  ofDevice,
  foundRunning,
  pendingStartOf,
  type TreatmentEvent,
  type TreatmentRecords,
} from './treatment-records.ts';

/**
 * How long retries of a start reuse its idempotency key. Afterwards, the treatment of the first attempt may be over.
 */
const START_KEY_MAX_AGE_MS = 2 * MINUTE;

/** A start that the user asked for. */
export interface StartIntent {
  sno: string;
  /** The device is shared with this user. */
  isShare?: boolean;
  settings: TreatmentSettings;
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
  | { kind: 'unavailable' }
  | { kind: 'confirm-deduction'; remaining: number }
  | { kind: 'exhausted'; operatorId: string }
  /**
   * The device already runs for this user, or was started on this phone a moment ago and has not reported yet.
   * `asAsked`: it runs with the requested settings.
   */
  | { kind: 'already-running'; state: DeviceState; asAsked: boolean }
  | Left;

/** The user left the screen before a command was sent. */
interface Left {
  kind: 'left';
}

/** Outcome of a start command. */
export type CommandOutcome =
  | Left
  | { kind: 'started'; state: DeviceState }
  /** The device runs with other settings; `state` holds them. */
  | { kind: 'runs-otherwise'; state: DeviceState }
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
  /** The device's state if it already runs for this user, or if only the device says that it runs. */
  running?: DeviceState;
  /** The server says that the device works for this user. */
  works?: boolean;
  /** What to ask before the start: `none`, or the uses left with this operator, of which it deducts one. */
  question: 'none' | { remaining: number; operatorId: string };
}

/** What the server says about a device. Undefined: it does not say in time. */
export interface Sighting {
  state?: DeviceState;
  /** The device works for this user. */
  works?: boolean;
  problem?: Problem;
}

/** What each state waits for. */
export interface StartInputs {
  inquiring: Inquiry;
  queued: undefined;
  finding: Sighting;
  sending: DeviceState | Problem;
  reading: Sighting;
  confirming: DeviceState | Problem;
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
export function restEndsAt(
  sno: string,
  cameFromStopAt: number | undefined,
  { records, now }: Pick<StartFacts, 'records' | 'now'>,
): number | undefined {
  const stoppedAt = records.stoppedAt[sno] ?? cameFromStopAt;
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
  const startedHere = ofDevice(records.started, start.sno);
  // A second start could reach a running device.
  if (startedHere && !startedHere.ran && isWithin(CONFIRMATION_TIMEOUT_MS, startedHere.at, now))
    return stopBefore(alreadyRunning(startedHere.state, start));
  if (restEndsAt(start.sno, cameFromStopAt, { records, now }) !== undefined)
    return stopBefore({ kind: 'too-frequent' });
  return { at: 'inquiring', start };
}

/** The decision before a start command. */
export const INQUIRY_STEPS: CommandSteps<InquiryState, Pick<StartInputs, 'inquiring'>, StartFacts, TreatmentEvent> = {
  inquiring: {
    to: ['ready', 'ended'],
    next({ start }, { isOnline, running: state, works, question }, { isLeft, records, now }) {
      if (!isOnline) return { next: stopBefore({ kind: 'unavailable' }) };
      if (state) {
        const events = works ? foundRunning(records, start.sno, state, now) : [];
        return { next: stopBefore(alreadyRunning(state, start)), events };
      }
      if (question !== 'none' && question.remaining === 0)
        return { next: stopBefore({ kind: 'exhausted', operatorId: question.operatorId }) };
      if (isLeft) return { next: stopBefore({ kind: 'left' }) };
      if (question !== 'none')
        return { next: stopBefore({ kind: 'confirm-deduction', remaining: question.remaining }) };
      return { next: { at: 'ready' } };
    },
  },
};

/** The decisions of a start command, until the device is known to run or not. */
export const START_STEPS: CommandSteps<CommandState, Omit<StartInputs, 'inquiring'>, StartFacts, TreatmentEvent> = {
  queued: {
    to: ['finding', 'sending', 'ended'],
    next({ start }, _, facts) {
      const startedHere = ofDevice(facts.records.started, start.sno);
      // Another page has started the device since the tap.
      if (startedHere && startedHere.at >= start.tappedAt && startedHere.at <= facts.now)
        return { next: { at: 'ended', outcome: outcomeOf(startedHere.state, start) } };
      if (pendingStartOf(facts.records, start.sno, facts.now)) return { next: { at: 'finding', start } };
      return sendNow(start, facts);
    },
  },
  finding: {
    to: ['sending', 'ended'],
    next({ start }, { state, works, problem }, facts) {
      const mayBeOurs = !state || (runs(state) && works === undefined);
      // Without this knowledge, a second command could deduct a second use.
      if (mayBeOurs) return notStarted(start, problem ?? new Problem('timeout'), true);
      return runs(state) && works ? running(start, outcomeOf(state, start), facts) : sendNow(start, facts);
    },
  },
  sending: {
    to: ['reading', 'ended'],
    next({ start, isRetry }, response, facts) {
      if (!(response instanceof Problem)) {
        const accepted = { kind: 'started' as const, state: mergeState(start.settings, response) };
        return running(start, response.on === true ? outcomeOf(response, start) : accepted, facts);
      }
      const outcomeUnknown = response.mayHaveTakenEffect || isRetry;
      return outcomeUnknown || response.code === 'refused'
        ? { next: { at: 'reading', start, problem: response, outcomeUnknown } }
        : notStarted(start, response, false);
    },
  },
  reading: {
    to: ['ended'],
    next({ start, problem, outcomeUnknown }, { state, works }, facts) {
      if (!works) return notStarted(start, problem, outcomeUnknown);
      if (state && runs(state)) return running(start, outcomeOf(state, start), facts);
      if (problem.code !== 'refused') return notStarted(start, problem, outcomeUnknown);
      return running(
        start,
        state?.on === undefined
          ? { kind: 'runs-otherwise', state: { on: true } }
          : { kind: 'started', state: start.settings },
        facts,
      );
    },
  },
  confirming: {
    to: ['pausing', 'ended'],
    next({ start, endsAt, problem: earlier }, report, { records, now }) {
      const problem = report instanceof Problem ? report : earlier;
      if (report instanceof Problem) {
        if (report.endsTheSession) return { next: unconfirmed(problem) };
      } else if (runs(report)) {
        const treatment = ofDevice(records.started, start.sno);
        return {
          next: { at: 'ended', outcome: outcomeOf(report, start) },
          events: treatment && [{ type: 'sawRunning', treatment }],
        };
      }
      const ms = Math.min(CONFIRMATION_INTERVAL_MS, Math.max(0, endsAt - now));
      return { next: { at: 'pausing', start, endsAt, ms, problem } };
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
type RunningOutcome = Extract<CommandOutcome, { kind: 'started' | 'runs-otherwise' }>;

function stopBefore(outcome: Obstacle): { at: 'ended'; outcome: Obstacle } {
  return { at: 'ended', outcome };
}

function alreadyRunning(state: DeviceState, { settings }: StartIntent): Obstacle {
  return { kind: 'already-running', state, asAsked: runsAsAsked(settings, state) };
}

/** A retry uses the key of the start that it repeats. */
function sendNow(start: StartOrder, { records, now, isLeft }: StartFacts): CommandStep {
  if (isLeft) return { next: { at: 'ended', outcome: { kind: 'left' } } };
  const { sno, settings, newKey } = start;
  const earlier = pendingStartOf(records, sno, now);
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

/** Outcome for a device that runs after a start by this user. */
function outcomeOf(state: DeviceState, { settings }: StartIntent): RunningOutcome {
  return runsAsAsked(settings, state)
    ? { kind: 'started', state: mergeState(settings, state) }
    : { kind: 'runs-otherwise', state };
}

function running({ sno, isShare }: StartIntent, outcome: RunningOutcome, { now }: StartFacts): CommandStep<Ended> {
  const treatment = { sno, at: now, state: outcome.state, isShare };
  return { next: { at: 'ended', outcome }, events: [{ type: 'startTookEffect', treatment }] };
}

function notStarted({ sno }: StartIntent, problem: Problem, outcomeUnknown: boolean): CommandStep<Ended> {
  return {
    next: { at: 'ended', outcome: { kind: 'not-started', problem, outcomeUnknown } },
    events: outcomeUnknown ? undefined : [{ type: 'startSettled', sno }],
  };
}

function unconfirmed(problem = new Problem('timeout', { message: 'the device has not reported that it runs' })): Ended {
  return { at: 'ended', outcome: { kind: 'not-started', problem, outcomeUnknown: true } };
}
