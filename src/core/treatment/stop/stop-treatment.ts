import type { Clock } from '../../../ports/clock.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { Destination } from '../../destination.ts';
import { checkDevice, getDetail, readLatest } from '../../device/api.ts';
import { connectionOf, type DeviceCheck, type DeviceStatus } from '../../device/device.ts';
import { rests, runs, type DeviceState } from '../../device/device-state.ts';
import { deviceKey, hasDevice } from '../../basics/device-code.ts';
import { holdInstant, withInstants } from '../../basics/instants.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { Problem } from '../../problem.ts';
import { reportOutcome, reportProblem } from '../../basics/report-problem.ts';
import { SingleFlight } from '../../basics/single-flight.ts';
import { SECOND } from '../../basics/time.ts';
import { stopDevice } from '../api.ts';
import { untilConfirmed } from '../confirmation.ts';
import {
  afterAnswer,
  asksForRecord,
  elapsedHere,
  isOffline,
  isReplaced,
  isRestNews,
  obstacleToStop,
  saidOnlyRest,
  seenAtCommand,
  showsRest,
  waitBeforeStop,
  type Heard,
  type SeenAtCommand,
  type SeenBefore,
  type StopFacts,
  type StoppedRun,
  type StopResult,
  type TreatmentSight,
} from './stop.ts';
import type { RunEvidence } from '../running-state.ts';
import { COMMAND_TIMEOUT_MS, STATE_TIMEOUT_MS, type OnConfirmationPoll } from '../treatment.ts';
import type { TreatmentLog } from '../records/treatment-log.ts';
import {
  askedStopOf,
  hasDueStopFailed,
  isStopOverdue,
  lastStartOf,
  ofDevice,
  unconfirmedStops,
} from '../records/treatment-records.ts';

/** A timer that fires so late was that of a suspended page. */
const LATE_MS = 10 * SECOND;

/** Outcome of a stop, with the next destination. */
export type StopOutcome =
  | (Extract<StopResult, { kind: 'stopped' | 'not-running' }> & { destination: Destination })
  | Exclude<StopResult, { kind: 'stopped' | 'not-running' }>;

/** `sightOf` makes what it knows of a treatment from the view of it. */
export interface StopRequest extends TreatmentSight {
  /**
   * Called once if the stop has to wait because the treatment has just begun. `sendsAt` is the time of the request;
   * epoch ms.
   */
  onWait?: (sendsAt: number) => void;
  onPoll?: OnConfirmationPoll;
  /** Continues a stop that was asked for before; another page may send it first. */
  continues?: boolean;
}

/** How long a report of rest waits for the word whether the device can be reached; ms. */
const ONLINE_TIMEOUT_MS = 2 * SECOND;

interface HeldRun extends StoppedRun {
  /** When the stop was asked for, epoch ms; undefined if another page has sent it already. */
  readonly askedAt?: number;
  release(): void;
}

/**
 * Stops a treatment. It reports success only if the device confirms the stop, or if no report contradicts the server.
 */
export class StopTreatment {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly api: ApiClient,
    private readonly log: TreatmentLog,
    private readonly mutex: Mutex,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Whether a stop of the device was asked for on this phone and is not known to be sent: `due` if it should be continued
   * now, `late` if that was minutes ago or of another run. Sends no request.
   */
  asked(sno: string): 'due' | 'late' | undefined {
    return askedStopOf(this.log.records(), sno, this.clock.now());
  }

  /** True if the device may run although its stop was asked for; see `unconfirmedStops`. Sends no request. */
  isUnconfirmed(sno: string): boolean {
    return hasDevice(unconfirmedStops(this.log.records(), this.clock.now()), sno);
  }

  /** True if a caller of this page awaits the outcome of a stop of the device. */
  isStopping(sno: string): boolean {
    return this.flights.has(deviceKey(sno));
  }

  /**
   * Sends the stop command. In the first five seconds of a treatment, it waits until they have passed. It also sends
   * the command to a device that seems idle, because its report may be older than a recent start. Resolves within 15 s
   * after the command if the server does not accept it, and within 15 s after the server accepts it, or 2 s later where it does not say whether it reaches the device. Sends nothing once the stop was asked
   * for three minutes ago, because a page may have been suspended since. Rejects with the Problem if
   * nothing was sent or the session has ended; the stop then stays asked for. Reports whether the device is known to rest.
   */
  async stop(sno: string, request: StopRequest = {}): Promise<StopOutcome> {
    // A tap may join a stop whose command was sent before it, and the page may end before the device obeys.
    if (request.continues !== true) this.log.record({ type: 'stopAsked', sno });
    const outcome = await this.flights.run(deviceKey(sno), async () => {
      const run = this.holdRun(sno);
      const ended = await this.outcomeOf(run, request)
        .catch((thrown: unknown) => {
          this.log.record({ type: 'stopFailed', sno });
          throw thrown;
        })
        .finally(run.release);
      const isForeign = ended.kind === 'not-mine' || ended.kind === 'another-run';
      const problem = 'problem' in ended ? ended.problem : undefined;
      if (!isAtRest(ended) && !isForeign) this.log.record({ type: 'stopFailed', sno, problem });
      if (ended.kind === 'not-sent') return ended;
      this.log.record({ type: 'stopSettled', sno });
      if (!isForeign && ended.kind !== 'not-running')
        reportOutcome(this.reporter, ended.kind === 'stopped' ? 'stopped' : 'stop-unconfirmed');
      return ended;
    });
    if (!isAtRest(outcome)) return outcome;
    return {
      ...outcome,
      destination: outcome.kind === 'stopped' ? { to: 'mode-menu', sno, stopped: true } : { to: 'mode-menu', sno },
    };
  }

  /** Looks, unless the caller has just seen the treatment; waits out its first five seconds, sends the command and confirms it. */
  private async outcomeOf(run: HeldRun, request: StopRequest): Promise<StopResult> {
    const { sno } = run;
    const { onWait, onPoll, continues, ...sight } = request;
    let seen: SeenBefore = sight;
    let { elapsed } = sight;
    if (elapsed === undefined) {
      const evidence = await this.look(sno);
      const facts = this.facts();
      const obstacle = obstacleToStop(sno, evidence, facts);
      if (obstacle) return { kind: obstacle };
      seen = { ...sight, evidence };
      elapsed = elapsedHere(sno, evidence.report, facts);
    }
    const waitMs = waitBeforeStop(elapsed);
    if (waitMs > 0) {
      onWait?.(this.clock.now() + waitMs);
      const waiting = holdInstant(this.clock);
      await this.clock.sleep(waitMs).finally(waiting.release);
      if (isStopOverdue(this.log.records(), sno, this.clock.now())) return { kind: 'not-sent' };
      // On a page that was suspended meanwhile, the device may run for somebody else by now.
      if (waiting.passedMs() > waitMs + LATE_MS) return this.outcomeOf(run, { onPoll, continues: true });
    }
    let record: DeviceState | undefined;
    if (asksForRecord(run, seen, this.facts())) void this.responseOf(this.read(sno)).then((found) => (record = found));
    if (continues === true && this.isReplaced(run)) return { kind: 'not-sent' };
    const problem = await this.sendOnce(run, continues === true || waitMs > 0);
    if (seen.evidence && isOffline(seen.evidence)) return this.unanswered(run, { kind: 'offline', problem });
    const atCommand = seenAtCommand(run, seen, record, this.facts());
    return problem ? this.readAfter(problem, run, atCommand) : this.confirm(run, atCommand, onPoll);
  }

  /**
   * Asks the device and the server what runs, for 5 s, and again on a page that was suspended meanwhile. That the device works
   * for somebody else, as it was told `before` that, holds until the server says otherwise.
   */
  private async look(sno: string, before?: DeviceStatus): Promise<RunEvidence> {
    const asked = holdInstant(this.clock);
    const [online, state, checked] = await Promise.all([
      this.inTime(this.online(sno)),
      this.inTime(this.responseOf(this.read(sno))),
      this.inTime(this.responseOf(this.check(sno))),
    ]).finally(asked.release);
    const status = checked?.status ?? (before === 'used' ? before : undefined);
    if (asked.passedMs() > STATE_TIMEOUT_MS + LATE_MS) return this.look(sno, status);
    return { status, online, report: state && { state, at: asked.at() } };
  }

  /** Looks whether the device rests although the command failed. */
  private async readAfter(problem: Problem, run: HeldRun, atCommand: SeenAtCommand): Promise<StopResult> {
    const found = await this.responseOf(this.read(run.sno));
    if (found && rests(found) && isRestNews(atCommand, problem) && (await this.isRestOf(run)))
      return this.atRest(run, atCommand);
    return problem.code === 'refused'
      ? this.unconfirmed(run, { kind: 'refused', problem })
      : this.unanswered(run, { kind: 'unconfirmed', problem });
  }

  /** Asks the device each second for 15 s after the accepted command, until it reports rest. */
  private async confirm(run: HeldRun, atCommand: SeenAtCommand, onPoll?: OnConfirmationPoll): Promise<StopResult> {
    const { sno } = run;
    let { heard } = atCommand;
    const ended = await untilConfirmed<StopResult>(this.clock, onPoll, async (endsAt) => {
      const timeoutMs = Math.min(endsAt - this.clock.now(), STATE_TIMEOUT_MS);
      const answer = await this.read(sno, timeoutMs).catch((thrown: unknown) => reportProblem(this.reporter, thrown));
      heard = afterAnswer(heard, answer);
      if (answer instanceof Problem) return answer.endsTheSession ? this.unconfirmed(run, stillOpen(heard)) : undefined;
      onPoll?.(answer, endsAt);
      return showsRest(heard, answer) && (await this.isRestOf(run)) ? this.atRest(run, atCommand) : undefined;
    });
    if (ended) return ended;
    if (saidOnlyRest(heard) && (await this.isRestOf(run))) return this.atRest(run, atCommand);
    if (heard.lastReport === undefined || runs(heard.lastReport)) return this.unconfirmed(run, stillOpen(heard));
    const isLost = (await this.online(sno)) === false;
    return this.unconfirmed(run, { kind: isLost ? 'offline' : 'unconfirmed' });
  }

  /** Records that the device rests. */
  private atRest({ sno }: HeldRun, { wasIdle }: SeenAtCommand): StopResult {
    this.log.record({ type: 'startSettled', sno });
    const stopped = ofDevice(this.log.records().started, sno);
    if (stopped) this.log.record({ type: 'ended', treatment: stopped });
    this.log.record(wasIdle ? { type: 'sawRest', sno, at: this.clock.now() } : { type: 'stopped', sno });
    return { kind: wasIdle ? 'not-running' : 'stopped' };
  }

  /** Records that the stop may have had an effect, and no report shows that the device rests. */
  private unconfirmed({ sno }: HeldRun, outcome: StopResult): StopResult {
    this.log.record({ type: 'stopUnconfirmed', sno });
    return outcome;
  }

  /**
   * As `unconfirmed`, of a stop that neither the server nor, because it is offline, the device has answered. A run that
   * nobody knows here may go on then: no start is sent to it.
   */
  private unanswered(run: HeldRun, outcome: StopResult): StopResult {
    const { records, now } = this.facts();
    return lastStartOf(records, run.sno, now) ? this.unconfirmed(run, outcome) : outcome;
  }

  /** True if a record of rest is of this run. A server may forget the run of a device that it cannot reach. */
  private async isRestOf(run: HeldRun): Promise<boolean> {
    if (this.isReplaced(run)) return false;
    const isReached = (await this.inTime(this.isReached(run.sno), ONLINE_TIMEOUT_MS)) !== false;
    return isReached && !this.isReplaced(run);
  }

  private isReplaced(run: HeldRun): boolean {
    return isReplaced(run, this.log.records());
  }

  private facts(): StopFacts {
    return { records: this.log.records(), now: this.clock.now() };
  }

  /** Holds the treatment to end, which moves with each correction of the clock, unless its record was left as it is. */
  private holdRun(sno: string): HeldRun {
    const { started, pendingStarts, stopsAsked } = this.log.records();
    const askedAt = ofDevice(stopsAsked, sno)?.at;
    const run = { sno, known: ofDevice(started, sno), pending: ofDevice(pendingStarts, sno), askedAt };
    const release = this.clock.onCorrection((correct) => {
      const isLeft = ofDevice(this.log.records().started, sno)?.at === run.known?.at;
      if (!isLeft) run.known = withInstants(run.known, correct);
    });
    return Object.assign(run, { release });
  }

  /**
   * Sends the command. If it is shared with another page of this phone, waits for that page and sends it only if that
   * one has not, or in vain. A tap that no page may have acted on before waits for nobody.
   */
  private sendOnce(run: HeldRun, isShared: boolean): Promise<Problem | undefined> {
    const { sno } = run;
    return this.mutex.runExclusive(`stop ${deviceKey(sno)}`, isShared ? COMMAND_TIMEOUT_MS : 0, async () =>
      isShared && this.isSentElsewhere(run) ? undefined : this.sendStop(sno),
    );
  }

  /** True if another page has sent this stop, unless it had no known effect and can still be sent. */
  private isSentElsewhere(run: HeldRun): boolean {
    const { sno, askedAt } = run;
    const { records, now } = this.facts();
    if (ofDevice(records.stopsAsked, sno)) return false;
    return askedAt === undefined || this.isReplaced(run) || !hasDueStopFailed(askedAt, sno, records, now);
  }

  /** Sends the command with a new idempotency key, because a cached response to an earlier stop proves nothing. */
  private async sendStop(sno: string): Promise<Problem | undefined> {
    try {
      await this.api.call(
        stopDevice,
        { sno },
        { idempotencyKey: newIdempotencyKey(this.clock.now()), timeoutMs: COMMAND_TIMEOUT_MS },
      );
      this.log.record({ type: 'stopSettled', sno });
      return undefined;
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (problem.code !== 'refused' && !problem.mayHaveTakenEffect) throw problem;
      // The page may end before it has read whether the command had an effect.
      this.log.record({ type: 'stopFailed', sno, problem }, { type: 'stopSettled', sno });
      return problem;
    }
  }

  /** Undefined if the server does not say. */
  private async online(sno: string): Promise<boolean | undefined> {
    const detail = await this.responseOf(this.api.call(getDetail, { sno }, { timeoutMs: STATE_TIMEOUT_MS }));
    return detail?.online;
  }

  /** As `online`; where the detail does not say, the check does. */
  private async isReached(sno: string): Promise<boolean | undefined> {
    const online = await this.online(sno);
    return online ?? connectionOf(online, (await this.responseOf(this.check(sno)))?.status);
  }

  private check(sno: string): Promise<DeviceCheck> {
    return this.api.call(checkDevice, { sno, assist: false }, { timeoutMs: STATE_TIMEOUT_MS });
  }

  private read(sno: string, timeoutMs = STATE_TIMEOUT_MS): Promise<DeviceState> {
    return this.api.call(readLatest, { sno }, { timeoutMs });
  }

  /** Resolves to undefined after that time, because neither a retry nor a longer timeout may hold up the stop. */
  private inTime<Answer>(answer: Promise<Answer>, timeoutMs = STATE_TIMEOUT_MS): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      const stopWaiting = this.clock.every(timeoutMs, () => {
        stopWaiting();
        resolve(undefined);
      });
      answer.finally(stopWaiting).then(resolve, reject);
    });
  }

  /** Resolves to undefined if the call fails, because the stop must still be sent and verified. */
  private responseOf<Answer>(call: Promise<Answer>): Promise<Answer | undefined> {
    return call.catch((thrown: unknown) => void reportProblem(this.reporter, thrown));
  }
}

/** The outcome of a stop after which the device may still run, with the problem unless it has reported its run since. */
function stillOpen({ lastReport, problem }: Heard): StopResult {
  return { kind: 'unconfirmed', problem: lastReport ? undefined : problem };
}

function isAtRest(outcome: StopResult): outcome is Extract<StopResult, { kind: 'stopped' | 'not-running' }> {
  return outcome.kind === 'stopped' || outcome.kind === 'not-running';
}
