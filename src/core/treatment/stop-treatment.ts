import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Destination } from '../destination.ts';
import { getDetail, readLatest } from '../device/api.ts';
import type { DeviceState } from '../device/device-state.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { Problem } from '../problem.ts';
import type { StartedTreatment, Visit } from '../session/visit.ts';
import { SingleFlight } from '../single-flight.ts';
import { ageOf, isWithin } from '../time.ts';
import { stopDevice } from './api.ts';
import {
  COMMAND_TIMEOUT_MS,
  CONFIRMATION_INTERVAL_MS,
  CONFIRMATION_TIMEOUT_MS,
  PENDING_START_MAX_AGE_MS,
  REST_AFTER_STOPPING,
  STATE_TIMEOUT_MS,
  USED_BEFORE_STOPPING,
} from './treatment.ts';

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
    private readonly visit: Visit,
    private readonly clock: Clock,
  ) {}

  /**
   * Tells the device to stop, in the first five seconds of a treatment as soon as they are over. It is told even where it seems to
   * stand still: a report may be older than a start that somebody has just made. An outcome comes within 15 s where the server does
   * not take the stop, and within 15 s of its taking it. Rejects with the Problem where nothing was sent or the session has ended.
   */
  async stop(sno: string, { elapsed, onWait, signal }: StopRequest = {}): Promise<StopOutcome> {
    const here = this.startedHere(sno);
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
    if (isAtRest && !signal?.aborted) this.visit.turnTo({ sno, isShare: here?.isShare });
    return outcome;
  }

  /** Sends the command, under an idempotency key of its own: an answer kept from an earlier stop would say nothing of this one. */
  private async tell(sno: string): Promise<Problem | undefined> {
    try {
      await this.api.call(stopDevice, { sno }, { idempotencyKey: newIdempotencyKey(this.clock.now()), timeoutMs: COMMAND_TIMEOUT_MS });
      return undefined;
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (problem.code === 'refused' || problem.mayHaveTakenEffect) return problem;
      throw problem;
    }
  }

  /** The server did not take the stop, or nobody knows. That the device stands still counts where it `says` something new by that. */
  private async afterFailure(sno: string, problem: Problem, says: boolean): Promise<'stopped' | StopOutcome> {
    const state = await this.read(sno).catch(() => undefined);
    if (state?.on === false && says) return 'stopped';
    return problem.code === 'refused' ? { kind: 'refused', message: problem.serverMessage } : { kind: 'unconfirmed', problem };
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
        problem = Problem.of(thrown);
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
    if (known && this.startedHere(sno)?.at === known.at) this.visit.forget('treatment');
    if (this.visit.get('pendingStart')?.sno === sno) this.visit.forget('pendingStart');
    if (this.visit.get('device')?.sno === sno) this.visit.set('started', false);
    if (stoodStill) return { kind: 'not-running', destination: { to: 'mode-menu' } };
    const now = this.clock.now();
    const recent = Object.entries(this.visit.get('stoppedAt') ?? {}).filter(([, at]) => isWithin(REST_AFTER_STOPPING, at, now));
    this.visit.set('stoppedAt', { ...Object.fromEntries(recent), [sno]: now });
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
    const here = this.startedHere(sno);
    if (!here || (state?.on === true && (state.usedMinutes ?? 0) > 0)) return undefined;
    return ageOf(here.at, this.clock.now());
  }

  /** What a device last said says nothing of a treatment that it has not reported yet. */
  private awaitsFirstReport(sno: string): boolean {
    const here = this.startedHere(sno);
    const pending = this.visit.get('pendingStart');
    const mayHaveStarted = pending?.sno === sno && isWithin(PENDING_START_MAX_AGE_MS, pending.at, this.clock.now());
    return (here !== undefined && !here.ran) || mayHaveStarted;
  }

  private startedHere(sno: string): StartedTreatment | undefined {
    const started = this.visit.get('treatment');
    return started?.sno === sno ? started : undefined;
  }

  private async look(sno: string): Promise<Before> {
    const [offline, state] = await Promise.all([this.isOffline(sno), this.read(sno).catch(() => undefined)]);
    return { offline, state };
  }

  private async isOffline(sno: string): Promise<boolean> {
    const detail = await this.api.call(getDetail, { sno }, { timeoutMs: STATE_TIMEOUT_MS }).catch(() => undefined);
    return detail?.online === false;
  }

  private read(sno: string, timeoutMs = STATE_TIMEOUT_MS): Promise<DeviceState> {
    return this.api.call(readLatest, { sno }, { timeoutMs });
  }
}
