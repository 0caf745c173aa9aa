import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { Reporter } from '../../ports/reporter.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Destination } from '../destination.ts';
import { getDetail, readLatest } from '../device/api.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { DeviceState } from '../device/device-state.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { Problem } from '../problem.ts';
import { SingleFlight } from '../single-flight.ts';
import { ageOf } from '../time.ts';
import { stopDevice } from './api.ts';
import {
  COMMAND_TIMEOUT_MS,
  CONFIRMATION_INTERVAL_MS,
  CONFIRMATION_TIMEOUT_MS,
  STATE_TIMEOUT_MS,
  USED_BEFORE_STOPPING,
  type StartedTreatment,
} from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';

export type StopOutcome =
  | { kind: 'stopped'; destination: Destination }
  /** The device stood still before, and does now. */
  | { kind: 'not-running'; destination: Destination }
  /** The device is out of reach: it may run, whatever the server answered. */
  | { kind: 'offline' }
  | { kind: 'refused'; message?: string }
  /** Nobody can say whether it has stopped: the device may still run. Without a problem the server took the stop, and the device says that it runs. */
  | { kind: 'unconfirmed'; problem?: Problem };

export interface StopRequest {
  /** How long it has run, ms, where somebody follows it; else the device is asked first. */
  elapsed?: number;
  /** Told once where the stop has to wait, since the treatment has only begun: the instant, epoch ms, at which it is sent. */
  onWait?: (sendsAt: number) => void;
  /** Once it has aborted the stop goes on, and the device is not made the current one: whoever asked has gone elsewhere. */
  signal?: AbortSignalLike;
}

/** What was known of a device before it was told to stop. */
interface Before {
  offline?: boolean;
  state?: DeviceState;
}

/** Stops a treatment, and says so only once the device does, or nothing contradicts the server. */
export class StopTreatment {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly api: ApiClient,
    private readonly current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Tells the device to stop, in the first five seconds of a treatment as soon as they are over. It is told even where it seems to
   * stand still: a report may be older than a start that somebody has just made. An outcome comes within 15 s where the server does
   * not take the stop, and within 15 s of its taking it. Rejects with the Problem where nothing was sent or the session has ended.
   */
  async stop(sno: string, { elapsed, onWait, signal }: StopRequest = {}): Promise<StopOutcome> {
    const here = this.log.started(sno);
    const outcome = await this.flights.run(sno, async (): Promise<StopOutcome> => {
      const before = elapsed === undefined ? await this.look(sno) : {};
      await this.untilItMayBeSent(elapsed ?? this.elapsedOf(sno, before.state), onWait);
      const problem = await this.tell(sno);
      if (before.offline) return { kind: 'offline' };
      const reported = before.state?.on === true || !this.awaitsFirstReport(sno);
      const stoodStill = reported && before.state?.on === false;
      const wasSeenRunning = before.state?.on === true || (elapsed !== undefined && reported);
      const outcome = problem
        ? await this.afterFailure(sno, problem, wasSeenRunning || (stoodStill && problem.code === 'refused'))
        : await this.confirmed(sno, reported);
      return outcome === 'stopped' ? this.ended(sno, stoodStill, here) : outcome;
    });
    const isAtRest = outcome.kind === 'stopped' || outcome.kind === 'not-running';
    if (isAtRest && !signal?.aborted) this.current.switchTo({ sno, isShare: here?.isShare });
    return outcome;
  }

  /** Sends the command, under an idempotency key of its own: an answer kept from an earlier stop would say nothing of this one. */
  private async tell(sno: string): Promise<Problem | undefined> {
    try {
      await this.api.call(
        stopDevice,
        { sno },
        { idempotencyKey: newIdempotencyKey(this.clock.now()), timeoutMs: COMMAND_TIMEOUT_MS },
      );
      return undefined;
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (problem.code === 'refused' || problem.mayHaveTakenEffect) return problem;
      throw problem;
    }
  }

  /** The server did not take the stop, or nobody knows. That the device stands still counts where it `says` something new by that. */
  private async afterFailure(sno: string, problem: Problem, says: boolean): Promise<'stopped' | StopOutcome> {
    const state = await this.read(sno).catch((thrown: unknown) => void this.failureOf(thrown));
    if (state?.on === false && says) return 'stopped';
    return problem.code === 'refused'
      ? { kind: 'refused', message: problem.serverMessage }
      : { kind: 'unconfirmed', problem };
  }

  /** The server took the stop. The device has the last word: that it stands still, or what it said last by the end of the time. */
  private async confirmed(sno: string, hadReported: boolean): Promise<'stopped' | StopOutcome> {
    const endsAt = this.clock.now() + CONFIRMATION_TIMEOUT_MS;
    let reported = hadReported;
    let heard: DeviceState | undefined;
    let problem: Problem | undefined;
    for (let left = CONFIRMATION_TIMEOUT_MS; left > 0; left = endsAt - this.clock.now()) {
      try {
        const report = await this.read(sno, Math.min(left, STATE_TIMEOUT_MS));
        if (report.on === false && reported) return 'stopped';
        reported ||= report.on === true;
        if (heard === undefined || report.on !== undefined) heard = report;
      } catch (thrown) {
        problem = this.failureOf(thrown);
        if (heard?.on !== true) heard = undefined;
        if (problem.endsTheSession) break;
      }
      await this.clock.sleep(Math.min(CONFIRMATION_INTERVAL_MS, Math.max(0, endsAt - this.clock.now())));
    }
    if (heard === undefined || heard.on === true) return { kind: 'unconfirmed', problem: heard ? undefined : problem };
    return (await this.isOffline(sno)) ? { kind: 'offline' } : 'stopped';
  }

  /** Only the treatment that was known when the stop was asked for is over: another page may have begun one since. */
  private ended(sno: string, stoodStill: boolean, known: StartedTreatment | undefined): StopOutcome {
    if (known) this.log.recordEnd(known);
    this.log.settlePendingStart(sno);
    this.current.endWork(sno);
    if (stoodStill) return { kind: 'not-running', destination: { to: 'mode-menu' } };
    this.log.recordStop(sno);
    return { kind: 'stopped', destination: { to: 'mode-menu', stopped: true } };
  }

  private async untilItMayBeSent(elapsed: number | undefined, onWait: StopRequest['onWait']): Promise<void> {
    if (elapsed === undefined || elapsed >= USED_BEFORE_STOPPING) return;
    const left = USED_BEFORE_STOPPING - Math.max(0, elapsed);
    onWait?.(this.clock.now() + left);
    await this.clock.sleep(left);
  }

  /** By what was started here; a minute that the device has counted outweighs the clock here. */
  private elapsedOf(sno: string, state: DeviceState | undefined): number | undefined {
    const here = this.log.started(sno);
    if (!here || (state?.on === true && (state.usedMinutes ?? 0) > 0)) return undefined;
    return ageOf(here.at, this.clock.now());
  }

  /** What a device last said says nothing of a treatment that it has not reported yet. */
  private awaitsFirstReport(sno: string): boolean {
    const here = this.log.started(sno);
    return (here !== undefined && !here.ran) || this.log.pendingStart(sno) !== undefined;
  }

  private async look(sno: string): Promise<Before> {
    const [offline, state] = await Promise.all([
      this.isOffline(sno),
      this.read(sno).catch((thrown: unknown) => void this.failureOf(thrown)),
    ]);
    return { offline, state };
  }

  private async isOffline(sno: string): Promise<boolean> {
    const detail = await this.api
      .call(getDetail, { sno }, { timeoutMs: STATE_TIMEOUT_MS })
      .catch((thrown: unknown) => void this.failureOf(thrown));
    return detail?.online === false;
  }

  /** Reports an error of this program and goes on: it must not keep a stop from being sent and looked after. */
  private failureOf(thrown: unknown): Problem {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') this.reporter.report(problem);
    return problem;
  }

  private read(sno: string, timeoutMs = STATE_TIMEOUT_MS): Promise<DeviceState> {
    return this.api.call(readLatest, { sno }, { timeoutMs });
  }
}
