import type { Clock } from '../../../ports/clock.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { Destination } from '../../destination.ts';
import { checkDevice, getDetail, readLatest } from '../../device/api.ts';
import type { DeviceState } from '../../device/device-state.ts';
import { deviceKey, hasDevice } from '../../basics/device-code.ts';
import { holdInstant } from '../../basics/instants.ts';
import { RunningCommand } from '../../basics/command-steps.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { Problem } from '../../problem.ts';
import { reportOutcome, reportProblem } from '../../basics/report-problem.ts';
import { SingleFlight } from '../../basics/single-flight.ts';
import { stopDevice } from '../api.ts';
import {
  STOP_STEPS,
  correctedStop,
  asksForRecord,
  onStop,
  type StopInputs,
  type StopResult,
  type StopState,
  type TreatmentSight,
  type WaitingStop,
} from './stop-steps.ts';
import { COMMAND_TIMEOUT_MS, STATE_TIMEOUT_MS, type OnConfirmationPoll } from '../treatment.ts';
import type { TreatmentLog } from '../records/treatment-log.ts';
import { askedStopOf, ofDevice, unconfirmedStops } from '../records/treatment-records.ts';

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

type Observers = Pick<StopRequest, 'onWait' | 'onPoll' | 'continues'>;

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
   * after the command if the server does not accept it, and within 15 s after the server accepts it. Sends nothing once the stop was asked
   * for three minutes ago, because a page may have been suspended since. Rejects with the Problem if
   * nothing was sent or the session has ended; the stop then stays asked for. Reports whether the device is known to rest.
   */
  async stop(sno: string, { onWait, onPoll, continues, ...sight }: StopRequest = {}): Promise<StopOutcome> {
    const records = this.log.records();
    const outcome = await this.flights.run(deviceKey(sno), async () => {
      if (continues !== true) this.log.record({ type: 'stopAsked', sno });
      const first = onStop({ sno, ...sight }, records);
      const ended = await this.outcomeOf(first, { onWait, onPoll, continues }).catch((thrown: unknown) => {
        this.log.record({ type: 'stopFailed', sno });
        throw thrown;
      });
      const isForeign = ended.kind === 'not-mine' || ended.kind === 'another-run';
      if (!isAtRest(ended) && !isForeign) this.log.record({ type: 'stopFailed', sno });
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

  private async outcomeOf(first: StopState, observers: Observers): Promise<StopResult> {
    let isShared = observers.continues === true;
    const command = new RunningCommand(
      STOP_STEPS,
      () => ({ records: this.log.records(), now: this.clock.now() }),
      (event) => this.log.record(event),
      { next: first },
    );
    const stopCorrecting = this.clock.onCorrection((correct) =>
      command.correct((state) => correctedStop(state, correct, this.log.records())),
    );
    try {
      for (;;) {
        const { state } = command;
        if (state.at === 'ended') return state.outcome;
        command.take(state.at, await this.inputOf(state, observers, isShared));
        isShared ||= state.at === 'delayed';
        const { state: next } = command;
        if (state.at === 'sending' && next.at === 'confirming') observers.onPoll?.(undefined, next.endsAt);
      }
    } finally {
      stopCorrecting();
    }
  }

  /** Performs what the state waits for. */
  private async inputOf(
    state: WaitingStop,
    { onWait, onPoll }: Observers,
    isShared: boolean,
  ): Promise<StopInputs[keyof StopInputs]> {
    const { sno } = state.stop;
    switch (state.at) {
      case 'looking': {
        const asked = holdInstant(this.clock);
        const check = this.api.call(checkDevice, { sno, assist: false }, { timeoutMs: STATE_TIMEOUT_MS });
        const [online, before, checked] = await Promise.all([
          this.inTime(this.online(sno)),
          this.inTime(this.responseOf(this.read(sno))),
          this.inTime(this.responseOf(check)),
        ]).finally(asked.release);
        const wasOffline = !(online ?? checked?.status !== 'offline');
        return {
          wasOffline,
          evidence: { status: checked?.status, online, report: before && { state: before, at: asked.at() } },
        };
      }
      case 'delayed':
        onWait?.(this.clock.now() + state.ms);
        await this.clock.sleep(state.ms);
        return undefined;
      case 'sending': {
        let record: DeviceState | undefined;
        if (asksForRecord(state.stop)) void this.responseOf(this.read(sno)).then((found) => (record = found));
        const problem = await this.sendOnce(sno, isShared);
        return { problem, record };
      }
      case 'reading':
        return this.responseOf(this.read(sno));
      case 'confirming':
        return this.read(sno, Math.min(state.endsAt - this.clock.now(), STATE_TIMEOUT_MS)).then(
          (found) => {
            onPoll?.(found, state.endsAt);
            return { state: found };
          },
          (thrown: unknown) => ({ problem: reportProblem(this.reporter, thrown) }),
        );
      case 'pausing':
        await this.clock.sleep(state.ms);
        return undefined;
      case 'locating':
        return { isOffline: (await this.online(sno)) === false };
    }
  }

  /**
   * Sends the command. If it is shared with another page of this phone, waits for that page and sends it only if that one
   * has not. A tap that no page may have acted on before waits for nobody.
   */
  private sendOnce(sno: string, isShared: boolean): Promise<Problem | undefined> {
    return this.mutex.runExclusive(`stop ${deviceKey(sno)}`, isShared ? COMMAND_TIMEOUT_MS : 0, async () =>
      isShared && !ofDevice(this.log.records().stopsAsked, sno) ? undefined : this.sendStop(sno),
    );
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
      this.log.record({ type: 'stopFailed', sno }, { type: 'stopSettled', sno });
      return problem;
    }
  }

  /** Undefined if the server does not say. */
  private async online(sno: string): Promise<boolean | undefined> {
    const detail = await this.responseOf(this.api.call(getDetail, { sno }, { timeoutMs: STATE_TIMEOUT_MS }));
    return detail?.online;
  }

  private read(sno: string, timeoutMs = STATE_TIMEOUT_MS): Promise<DeviceState> {
    return this.api.call(readLatest, { sno }, { timeoutMs });
  }

  /** Resolves to undefined after `STATE_TIMEOUT_MS`, because neither a retry nor a longer timeout may hold up the stop. */
  private inTime<Answer>(answer: Promise<Answer>): Promise<Answer | undefined> {
    return new Promise((resolve, reject) => {
      const stopWaiting = this.clock.every(STATE_TIMEOUT_MS, () => {
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

function isAtRest(outcome: StopResult): outcome is Extract<StopResult, { kind: 'stopped' | 'not-running' }> {
  return outcome.kind === 'stopped' || outcome.kind === 'not-running';
}
