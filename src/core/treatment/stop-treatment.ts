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
  MIN_RUNTIME_BEFORE_STOP_MS,
  type StartedTreatment,
} from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';

export type StopOutcome =
  | { kind: 'stopped'; destination: Destination }
  /** The device did not run before the stop and does not run now. */
  | { kind: 'not-running'; destination: Destination }
  /** The device is offline and may still run, even if the server accepted the stop. */
  | { kind: 'offline' }
  | { kind: 'refused'; message?: string }
  /** The device may still run. Without a problem, the server accepted the stop and the device reports that it runs. */
  | { kind: 'unconfirmed'; problem?: Problem };

export interface StopRequest {
  /** Elapsed treatment time, ms, if the caller follows the device. Otherwise `stop` reads the device's state first. */
  elapsed?: number;
  /**
   * Called once if the stop has to wait because the treatment has just begun. `sendsAt` is the time of the request;
   * epoch ms.
   */
  onWait?: (sendsAt: number) => void;
  /**
   * After its abort, the stop continues, but the device does not become the current one, because the caller's screen
   * has closed.
   */
  signal?: AbortSignalLike;
}

/** Known facts of a device before the stop command. */
interface Before {
  offline?: boolean;
  state?: DeviceState;
}

/**
 * Stops a treatment. It reports success only if the device confirms the stop, or if no report contradicts the server.
 */
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
   * Sends the stop command. In the first five seconds of a treatment, it waits until they have passed. It also sends
   * the command to a device that seems idle, because its report may be older than a recent start. Resolves within 15 s
   * if the server does not accept the stop, and within 15 s after the server accepts it. Rejects with the Problem if
   * nothing was sent or the session has ended.
   */
  async stop(sno: string, { elapsed, onWait, signal }: StopRequest = {}): Promise<StopOutcome> {
    const startedHere = this.log.started(sno);
    const outcome = await this.flights.run(sno, async (): Promise<StopOutcome> => {
      const before = elapsed === undefined ? await this.readBefore(sno) : {};
      await this.waitForMinRuntime(elapsed ?? this.elapsedOf(sno, before.state), onWait);
      const problem = await this.sendStop(sno);
      if (before.offline) return { kind: 'offline' };
      const reported = before.state?.on === true || !this.awaitsFirstReport(sno);
      const wasIdle = reported && before.state?.on === false;
      const wasSeenRunning = before.state?.on === true || (elapsed !== undefined && reported);
      const outcome = problem
        ? await this.afterFailure(sno, problem, wasSeenRunning || (wasIdle && problem.code === 'refused'))
        : await this.confirmStop(sno, reported);
      return outcome === 'stopped' ? this.finishStop(sno, wasIdle, startedHere) : outcome;
    });
    const isAtRest = outcome.kind === 'stopped' || outcome.kind === 'not-running';
    if (isAtRest && !signal?.aborted) this.current.switchTo({ sno, isShare: startedHere?.isShare });
    return outcome;
  }

  /** Sends the command with a new idempotency key, because a cached response to an earlier stop proves nothing. */
  private async sendStop(sno: string): Promise<Problem | undefined> {
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

  /**
   * Handles a stop that the server did not accept, or whose outcome is unknown. A report that the device is off counts
   * only if `isNews`.
   */
  private async afterFailure(sno: string, problem: Problem, isNews: boolean): Promise<'stopped' | StopOutcome> {
    const state = await this.read(sno).catch((thrown: unknown) => void this.reportInternal(thrown));
    if (state?.on === false && isNews) return 'stopped';
    return problem.code === 'refused'
      ? { kind: 'refused', message: problem.serverMessage }
      : { kind: 'unconfirmed', problem };
  }

  /** Polls the device after the server accepted the stop. The device's last report within the timeout decides. */
  private async confirmStop(sno: string, hadReported: boolean): Promise<'stopped' | StopOutcome> {
    const endsAt = this.clock.now() + CONFIRMATION_TIMEOUT_MS;
    let reported = hadReported;
    let lastReport: DeviceState | undefined;
    let problem: Problem | undefined;
    for (let left = CONFIRMATION_TIMEOUT_MS; left > 0; left = endsAt - this.clock.now()) {
      try {
        const report = await this.read(sno, Math.min(left, STATE_TIMEOUT_MS));
        if (report.on === false && reported) return 'stopped';
        reported ||= report.on === true;
        if (lastReport === undefined || report.on !== undefined) lastReport = report;
      } catch (thrown) {
        problem = this.reportInternal(thrown);
        if (lastReport?.on !== true) lastReport = undefined;
        if (problem.endsTheSession) break;
      }
      await this.clock.sleep(Math.min(CONFIRMATION_INTERVAL_MS, Math.max(0, endsAt - this.clock.now())));
    }
    if (lastReport === undefined || lastReport.on === true)
      return { kind: 'unconfirmed', problem: lastReport ? undefined : problem };
    return (await this.isOffline(sno)) ? { kind: 'offline' } : 'stopped';
  }

  /** Ends only the treatment known when the stop began, because another page may have started a new one. */
  private finishStop(sno: string, wasIdle: boolean, known: StartedTreatment | undefined): StopOutcome {
    if (known) this.log.recordEnd(known);
    this.log.settlePendingStart(sno);
    this.current.endWork(sno);
    if (wasIdle) return { kind: 'not-running', destination: { to: 'mode-menu' } };
    this.log.recordStop(sno);
    return { kind: 'stopped', destination: { to: 'mode-menu', stopped: true } };
  }

  private async waitForMinRuntime(elapsed: number | undefined, onWait: StopRequest['onWait']): Promise<void> {
    if (elapsed === undefined || elapsed >= MIN_RUNTIME_BEFORE_STOP_MS) return;
    const left = MIN_RUNTIME_BEFORE_STOP_MS - Math.max(0, elapsed);
    onWait?.(this.clock.now() + left);
    await this.clock.sleep(left);
  }

  /**
   * Elapsed time since the start on this phone. Undefined if the device has counted at least one minute, because its
   * count outweighs the local clock.
   */
  private elapsedOf(sno: string, state: DeviceState | undefined): number | undefined {
    const startedHere = this.log.started(sno);
    if (!startedHere || (state?.on === true && (state.usedMinutes ?? 0) > 0)) return undefined;
    return ageOf(startedHere.at, this.clock.now());
  }

  /** True if the device's last report may be older than the latest start. */
  private awaitsFirstReport(sno: string): boolean {
    const startedHere = this.log.started(sno);
    return (startedHere !== undefined && !startedHere.ran) || this.log.pendingStart(sno) !== undefined;
  }

  private async readBefore(sno: string): Promise<Before> {
    const [offline, state] = await Promise.all([
      this.isOffline(sno),
      this.read(sno).catch((thrown: unknown) => void this.reportInternal(thrown)),
    ]);
    return { offline, state };
  }

  private async isOffline(sno: string): Promise<boolean> {
    const detail = await this.api
      .call(getDetail, { sno }, { timeoutMs: STATE_TIMEOUT_MS })
      .catch((thrown: unknown) => void this.reportInternal(thrown));
    return detail?.online === false;
  }

  /** Reports an internal error and continues, because the stop must still be sent and verified. */
  private reportInternal(thrown: unknown): Problem {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') this.reporter.report(problem);
    return problem;
  }

  private read(sno: string, timeoutMs = STATE_TIMEOUT_MS): Promise<DeviceState> {
    return this.api.call(readLatest, { sno }, { timeoutMs });
  }
}
