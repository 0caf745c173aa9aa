import type { Clock } from '../../ports/clock.ts';
import type { Cloud } from '../cloud/cloud.ts';
import type { Destination } from '../destination.ts';
import { readLatest } from '../device/api.ts';
import { newKey } from '../payment/wishes.ts';
import { Problem } from '../problem.ts';
import type { Visit } from '../session/visit.ts';
import { SingleFlight } from '../single-flight.ts';
import { stopDevice } from './api.ts';
import { COMMAND_TAKES, STATE_TAKES, USED_BEFORE_STOPPING } from './treatment.ts';

export type StopOutcome =
  | { kind: 'stopped'; destination: Destination }
  | { kind: 'too-soon' }
  | { kind: 'refused'; message?: string }
  /** Nobody can say whether it has stopped: the device may still run. */
  | { kind: 'unconfirmed'; problem: Problem };

/** Stops a treatment. */
export class StopTreatment {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly cloud: Cloud,
    private readonly visit: Visit,
    private readonly clock: Clock,
  ) {}

  /**
   * Stops the device, or says within 15 s of asking it to that nobody knows; `elapsed` is how long it has run (ms), where somebody
   * follows it. Rejects with the Problem where nothing was sent or the session has ended.
   */
  stop(sno: string, elapsed?: number): Promise<StopOutcome> {
    return this.flights.run(sno, async () => {
      if (await this.isTooSoon(sno, elapsed)) return { kind: 'too-soon' };
      try {
        await this.cloud.call(stopDevice, { sno }, { wish: this.wishToStop(sno), timeoutMs: COMMAND_TAKES });
      } catch (thrown) {
        const problem = Problem.of(thrown);
        const isRefused = problem.code === 'refused';
        if (!isRefused && !problem.leavesUsInDoubt) throw problem;
        const isOn = await this.isOn(sno);
        if (isOn !== undefined || isRefused) this.visit.forget('stopInDoubt');
        if (isOn === false && !this.awaitsFirstReport(sno)) return this.stopped(sno);
        return isRefused ? { kind: 'refused', message: problem.serverMessage } : { kind: 'unconfirmed', problem };
      }
      return this.stopped(sno);
    });
  }

  private stopped(sno: string): StopOutcome {
    this.visit.set('started', false);
    this.visit.set('stoppedAt', this.clock.now());
    this.visit.forget('startInDoubt', 'stopInDoubt');
    this.visit.turnTo({ sno, isShare: this.startedHere(sno)?.isShare });
    if (this.startedHere(sno)) this.visit.forget('treatment');
    return { kind: 'stopped', destination: { to: 'mode-menu', stopped: true } };
  }

  /** The key of this stop, and of its further tries while nobody knows what became of it. */
  private wishToStop(sno: string): string {
    const doubt = this.visit.get('stopInDoubt');
    const key = doubt?.sno === sno ? doubt.key : newKey(this.clock.now());
    this.visit.set('stopInDoubt', { sno, key });
    return key;
  }

  /** A minute that the device has counted outweighs the clock here. */
  private async isTooSoon(sno: string, elapsed: number | undefined): Promise<boolean> {
    if (elapsed !== undefined) return elapsed < USED_BEFORE_STOPPING;
    const here = this.startedHere(sno);
    const isYoung = () => here !== undefined && this.clock.now() - here.at < USED_BEFORE_STOPPING;
    if (!isYoung()) return false;
    const state = await this.cloud.call(readLatest, { sno }, { timeoutMs: STATE_TAKES }).catch(() => undefined);
    return isYoung() && !(state?.on === true && (state.usedMinutes ?? 0) > 0);
  }

  /** What a device last said says nothing of a treatment that it has not reported yet. */
  private awaitsFirstReport(sno: string): boolean {
    const here = this.startedHere(sno);
    return here !== undefined && !here.ran;
  }

  private startedHere(sno: string) {
    const started = this.visit.get('treatment');
    return started?.sno === sno ? started : undefined;
  }

  private async isOn(sno: string): Promise<boolean | undefined> {
    const state = await this.cloud.call(readLatest, { sno }, { timeoutMs: STATE_TAKES }).catch(() => undefined);
    return state?.on;
  }
}
