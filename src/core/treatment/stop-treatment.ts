import type { Clock } from '../../ports/clock.ts';
import type { Cloud } from '../cloud/cloud.ts';
import type { Destination } from '../destination.ts';
import { readLatest } from '../device/api.ts';
import { Problem } from '../problem.ts';
import type { Visit } from '../session/visit.ts';
import { SingleFlight } from '../single-flight.ts';
import { stopDevice } from './api.ts';
import { USED_BEFORE_STOPPING } from './treatment.ts';

export type StopOutcome =
  | { kind: 'stopped'; destination: Destination }
  | { kind: 'too-soon' }
  | { kind: 'refused'; message?: string };

/** Stops a treatment. */
export class StopTreatment {
  private readonly flights = new SingleFlight();

  constructor(
    private readonly cloud: Cloud,
    private readonly visit: Visit,
    private readonly clock: Clock,
  ) {}

  /**
   * Stops the device; `elapsed` is how long it has run (ms), where somebody follows it. Rejects with the Problem where nobody can
   * say whether it has stopped.
   */
  stop(sno: string, elapsed?: number): Promise<StopOutcome> {
    return this.flights.run(sno, async () => {
      if (await this.isTooSoon(sno, elapsed)) return { kind: 'too-soon' };
      try {
        await this.cloud.call(stopDevice, { sno });
      } catch (thrown) {
        const problem = Problem.of(thrown);
        const isRefused = problem.code === 'refused';
        const hasStopped = (isRefused || problem.leavesUsInDoubt) && (await this.hasComeToRest(sno));
        if (isRefused && !hasStopped) return { kind: 'refused', message: problem.serverMessage };
        if (!hasStopped) throw problem;
      }
      this.visit.set('started', false);
      this.visit.set('stoppedAt', this.clock.now());
      this.visit.forget('startedAt', 'startedState', 'startInDoubt');
      return { kind: 'stopped', destination: { to: 'mode-menu', stopped: true } };
    });
  }

  /** A minute that the device has counted outweighs the clock here. */
  private async isTooSoon(sno: string, elapsed: number | undefined): Promise<boolean> {
    if (elapsed !== undefined) return elapsed < USED_BEFORE_STOPPING;
    const here = this.visit.get('startedAt');
    if (here?.sno !== sno || this.clock.now() - here.at >= USED_BEFORE_STOPPING) return false;
    const state = await this.cloud.call(readLatest, { sno }).catch(() => undefined);
    return !(state?.on === true && (state.usedMinutes ?? 0) > 0);
  }

  /** What a device last said says nothing of a treatment that it has not reported yet. */
  private async hasComeToRest(sno: string): Promise<boolean> {
    const here = this.visit.get('startedAt');
    if (here?.sno === sno && !here.ran) return false;
    const state = await this.cloud.call(readLatest, { sno }).catch(() => undefined);
    return state?.on === false;
  }
}
