import type { Clock } from '../../../ports/clock.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { deviceKey } from '../../basics/device-code.ts';
import { holdInstant } from '../../basics/instants.ts';
import { reportOutcome } from '../../basics/report-problem.ts';
import { ageOf, MINUTE } from '../../basics/time.ts';
import { checkDevice, readLatest } from '../../device/api.ts';
import { rests, type DeviceState } from '../../device/device-state.ts';
import { Problem } from '../../problem.ts';
import { startDevice } from '../api.ts';
import { untilConfirmed } from '../confirmation.ts';
import type { TreatmentLog } from '../records/treatment-log.ts';
import { ofDevice, pendingStartOf } from '../records/treatment-records.ts';
import { runningState, type RunEvidence } from '../running-state.ts';
import {
  COMMAND_TIMEOUT_MS,
  START_IS_DUE_MS,
  STATE_TIMEOUT_MS,
  type OnConfirmationPoll,
  type StartedTreatment,
} from '../treatment.ts';
import {
  accepted,
  foundBy,
  isMine,
  isOverSince,
  isRunOf,
  isSentSince,
  startedSince,
  startToSend,
  tookEffectDespite,
  type CommandOutcome,
  type StartFacts,
  type StartIntent,
  type TakenEffect,
  type Tap,
} from './start.ts';

/** Maximum wait for another page's start. */
const LOCK_TIMEOUT_MS = MINUTE;
/** Deadline after the tap for the outcome of a start without a response; ms. */
const DECISION_TIMEOUT_MS = COMMAND_TIMEOUT_MS + STATE_TIMEOUT_MS;

/** What the server says about a device in time. */
interface StartEvidence extends RunEvidence {
  problem?: Problem;
}

/** Sends the start command exactly once, even if responses are lost, and determines what the device does. */
export class StartCommand {
  constructor(
    private readonly api: ApiClient,
    private readonly log: TreatmentLog,
    private readonly mutex: Mutex,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Sends the command under a mutex across the pages of this phone. After a start whose response was lost, it sends
   * only if the device is known not to run. Records a running device as started on this phone. A start by another page
   * since the tap is this start, and so is one that was pending at the tap and is found to have taken effect
   * since. After the signal's abort, sends nothing. Reports a start with an unknown outcome. Rejects only with the Problem
   * `storage`.
   */
  send(start: StartIntent, tap: Tap, signal?: AbortSignalLike): Promise<CommandOutcome> {
    return this.mutex.runExclusive(`start ${deviceKey(start.sno)}`, LOCK_TIMEOUT_MS, async () => {
      const outcome =
        (await this.findEarlier(start)) ??
        this.startedElsewhere(start, tap) ??
        (await this.sendNow(start, tap, signal));
      if (outcome.kind === 'not-started' && outcome.outcomeUnknown) reportOutcome(this.reporter, 'start-unconfirmed');
      return outcome;
    });
  }

  /**
   * Polls the device each second for 15 s after the server accepted a start. Resolves to `not-started` with
   * `outcomeUnknown` if no report shows that the device runs because of it, and at once if the session ends. Never rejects.
   * `onPoll`: see `OnConfirmationPoll`.
   */
  async awaitRunning(
    sno: string,
    settings: StartIntent['settings'],
    onPoll?: OnConfirmationPoll,
  ): Promise<CommandOutcome> {
    const start = { sno, settings };
    let problem: Problem | undefined;
    const seen = await untilConfirmed(this.clock, onPoll, async (endsAt) => {
      const { problem: failure, ...evidence } = await this.sight(sno, endsAt, onPoll);
      if (failure?.endsTheSession) return unconfirmed(failure);
      const facts = this.facts();
      const treatment = ofDevice(facts.records.started, sno);
      if (isRunOf(treatment, start, evidence, facts)) {
        const { outcome, state } = accepted(evidence.report?.state ?? {}, start);
        if (treatment) this.log.record({ type: 'sawRunning', treatment: { ...treatment, state } });
        return outcome;
      }
      // One report that does not show the run says more than the reads that failed.
      const isAnswered = evidence.report !== undefined || problem?.code === 'no-report';
      problem = isAnswered ? new Problem('no-report') : (failure ?? problem);
      // A later report of a run is younger than the start.
      const { report } = evidence;
      if (report && rests(report.state)) this.log.record({ type: 'sawRest', sno, at: report.at });
      return undefined;
    });
    return seen ?? unconfirmed(problem);
  }

  /** What another page of this phone has started, or found started, since the tap; asked last, because it may do so at any time. */
  private startedElsewhere(start: StartIntent, tap: Tap): CommandOutcome | undefined {
    const latest = startedSince(tap, start.sno, this.facts());
    return latest && foundBy({ kind: 'starting', state: latest.state }, start, false).outcome;
  }

  /** Looks whether an earlier start with an unknown outcome took effect; undefined if the device is known not to run. */
  private async findEarlier(start: StartIntent): Promise<CommandOutcome | undefined> {
    const { sno } = start;
    if (!this.pending(sno)) return undefined;
    const { problem = new Problem('no-report'), ...evidence } = await this.sight(sno);
    const { records, now } = this.facts();
    const running = runningState(sno, evidence, records, now);
    if (isMine(running)) {
      const began = this.pending(sno) ?? ofDevice(records.started, sno);
      return this.tookEffect(start, foundBy(running, start, true), began?.at ?? now);
    }
    if (running.kind === 'another-run') return { kind: running.kind };
    // Without this knowledge, a second command could deduct a second use, or reach another user's treatment.
    return running.kind === 'at-rest' ? undefined : this.notStarted(start, problem, true);
  }

  /** Sends the command unless the page was suspended since the tap. */
  private async sendNow(start: StartIntent, tap: Tap, signal: AbortSignalLike | undefined): Promise<CommandOutcome> {
    if (signal?.aborted) return { kind: 'left' };
    const { sno, settings } = start;
    const earlier = this.pending(sno);
    const isRetry = earlier !== undefined;
    const now = this.clock.now();
    if (ageOf(tap.at(), now) >= START_IS_DUE_MS) {
      // An earlier start with an unknown outcome may still take effect, or have had it while the page was suspended.
      const isOpen = isRetry || isSentSince(tap, sno, this.facts());
      return this.notStarted(start, new Problem(isOpen ? 'no-report' : 'not-sent'), isOpen);
    }
    const started = ofDevice(this.log.records().started, sno);
    const sent = startToSend(start, earlier, { newKey: newIdempotencyKey(now), record: tap.record, started }, now);
    this.log.record({ type: 'startSent', start: sent });
    const response = await this.api
      .call(startDevice, { sno, settings }, { idempotencyKey: sent.key, timeoutMs: COMMAND_TIMEOUT_MS })
      .catch(Problem.expected);
    const mayHaveTakenEffect = !(response instanceof Problem) || response.mayHaveTakenEffect;
    if (mayHaveTakenEffect && isOverSince(sent, this.facts())) return { kind: 'over-since' };
    if (!(response instanceof Problem)) {
      // What a device at rest answers is not the state of this treatment, nor what may be of the run before.
      const mayBeOld = sent.recordMayBeOld === true || sent.unseenBefore !== undefined;
      const reported = mayBeOld || rests(response) ? {} : response;
      return this.tookEffect(start, accepted(reported, start), this.beganAt(tap));
    }
    // A server refuses to start a device that runs, so the run in its record is not one that is over.
    if (response.code === 'refused')
      this.log.record({ type: 'startSent', start: { ...sent, recordMayBeOld: undefined, unseenBefore: undefined } });
    const outcomeUnknown = response.mayHaveTakenEffect || isRetry;
    return outcomeUnknown || response.code === 'refused'
      ? this.lookAfter(response, outcomeUnknown, start, tap)
      : this.notStarted(start, response, false);
  }

  /** Looks whether the device runs although the command failed. */
  private async lookAfter(
    problem: Problem,
    outcomeUnknown: boolean,
    start: StartIntent,
    tap: Tap,
  ): Promise<CommandOutcome> {
    // Nobody looks again after a refusal whose outcome counts as known.
    const evidence = await this.sight(start.sno, outcomeUnknown ? tap.at() + DECISION_TIMEOUT_MS : Infinity);
    const { records, now } = this.facts();
    const running = runningState(start.sno, evidence, records, now);
    const effect = tookEffectDespite(problem, running, evidence, start);
    if (effect) {
      const began = tap.record && rests(tap.record) ? undefined : effect.beganAt;
      const ranLate = began === 'unknown' ? true : undefined;
      return this.tookEffect(start, effect, typeof began === 'number' ? began : this.beganAt(tap), ranLate);
    }
    const mayRun = running.kind === 'unknown' && running.state !== undefined;
    return this.notStarted(start, problem, outcomeUnknown || mayRun);
  }

  /** When a start began that took effect, epoch ms. A page that was suspended receives the answer long after the command. */
  private beganAt(tap: Tap): number {
    const now = this.clock.now();
    return ageOf(tap.at(), now) < START_IS_DUE_MS + COMMAND_TIMEOUT_MS ? now : tap.at();
  }

  private tookEffect(
    { sno }: StartIntent,
    { outcome, state }: TakenEffect,
    at: number,
    ranLate?: StartedTreatment['ranLate'],
  ): CommandOutcome {
    this.log.record({ type: 'startTookEffect', treatment: { sno, at, state, ranLate } });
    return outcome;
  }

  private notStarted({ sno }: StartIntent, problem: Problem, outcomeUnknown: boolean): CommandOutcome {
    if (!outcomeUnknown) this.log.record({ type: 'startSettled', sno });
    return { kind: 'not-started', problem, outcomeUnknown };
  }

  private pending(sno: string) {
    const { records, now } = this.facts();
    return pendingStartOf(records, sno, now);
  }

  private facts(): StartFacts {
    return { records: this.log.records(), now: this.clock.now() };
  }

  /**
   * Asks for the device's state and for whom it works, until `endsAt`, epoch ms. Another person may have started it. A
   * browser may repeat a command, and the server then refuses the second one although the first took effect.
   */
  private async sight(sno: string, endsAt = Infinity, onPoll?: OnConfirmationPoll): Promise<StartEvidence> {
    const asked = holdInstant(this.clock);
    const timeoutMs = Math.min(endsAt - asked.at(), STATE_TIMEOUT_MS);
    const [state, check] = await Promise.all([
      this.read(sno, endsAt, onPoll),
      timeoutMs > 0
        ? this.api.call(checkDevice, { sno, assist: false }, { timeoutMs }).catch(Problem.expected)
        : undefined,
    ]).finally(asked.release);
    return {
      report: state instanceof Problem ? undefined : { state, at: asked.at() },
      status: check instanceof Problem ? undefined : check?.status,
      problem: [state, check].find((answer) => answer instanceof Problem),
    };
  }

  /** Reads the device's state until `endsAt`, epoch ms. */
  private async read(sno: string, endsAt = Infinity, onPoll?: OnConfirmationPoll): Promise<DeviceState | Problem> {
    const timeoutMs = Math.min(endsAt - this.clock.now(), STATE_TIMEOUT_MS);
    if (timeoutMs <= 0) return new Problem('timeout');
    const found = await this.api.call(readLatest, { sno }, { timeoutMs }).catch(Problem.expected);
    if (!(found instanceof Problem)) onPoll?.(found, endsAt);
    return found;
  }
}

function unconfirmed(problem = new Problem('no-report')): CommandOutcome {
  return { kind: 'not-started', problem, outcomeUnknown: true };
}
