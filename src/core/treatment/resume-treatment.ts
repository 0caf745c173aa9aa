import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { Reporter } from '../../ports/reporter.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Destination } from '../destination.ts';
import { checkDevice, readLatest } from '../device/api.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { LeasedDevice } from '../device/device.ts';
import type { DeviceState } from '../device/device-state.ts';
import type { Records } from '../paging.ts';
import { Problem } from '../problem.ts';
import { ageOf, DAY, MINUTE, SECOND } from '../time.ts';
import { modeOf, type TreatmentMode } from './settings.ts';
import { beganAt, runs, type StartedTreatment } from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';

/** Longer than that nobody is kept from the screen that is wanted. */
const TREATMENT_LOOKUP_TIMEOUT_MS = 4 * SECOND;
const MAX_DEVICES_ASKED = 4;
/** By so much a device's clock and the one here may differ over a treatment. */
const SLACK = 5 * MINUTE;

const NOTHING_LEASED: { records: LeasedDevice[] } = { records: [] };

/** A treatment of this user that goes on, as the server said a moment ago. */
export interface RunningTreatment {
  sno: string;
  operatorId: string;
  /** The device's, where it is known. */
  name?: string;
  /** On a device that is shared with this user. */
  isShare?: boolean;
  mode: TreatmentMode;
  state: DeviceState;
  /** Epoch ms. */
  beganAt?: number;
}

/** Finds the treatments of this user that still run, and leads back to them. The server is the judge of what runs, and for whom. */
export class ResumeTreatment {
  constructor(
    private readonly api: ApiClient,
    private readonly current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /** The device that was started here and may still run. Asks nobody. */
  remembered(): string | undefined {
    return this.started()?.sno;
  }

  /** The devices that were started here, or were sent a start that was never answered, and may run. Asks nobody. */
  mayRun(): string[] {
    return [...new Set([this.remembered(), this.log.pendingStart()?.sno])].filter((sno) => sno !== undefined);
  }

  /** Calls `listener` after each change that this page makes of what may run, until unsubscribed. */
  onLogged(listener: () => void): () => void {
    return this.log.subscribe(listener);
  }

  /** The way back to what was started here; undefined where it does not run any more, nobody says so within 4 s, or the signal has aborted. Never rejects. */
  async resume(signal?: AbortSignalLike): Promise<Destination | undefined> {
    const sno = this.remembered();
    if (sno === undefined) return undefined;
    const seen = await Promise.race([
      this.look(sno),
      this.clock.sleep(TREATMENT_LOOKUP_TIMEOUT_MS).then(() => 'unknown' as const),
    ]);
    return typeof seen === 'string' || signal?.aborted ? undefined : this.open(seen);
  }

  /** How these devices stand by the server's word: all are asked about at once. Never rejects. */
  async lookAt(numbers: readonly string[]): Promise<Map<string, RunningTreatment | 'at-rest' | 'unknown'>> {
    return new Map(await Promise.all([...new Set(numbers)].map(async (sno) => [sno, await this.look(sno)] as const)));
  }

  /** What runs of that which was started here, and of a few others on lease that are not offline: all asked about at once. Never rejects: whoever asked for the list hears why it does not come. */
  async running(onLease: Promise<Pick<Records<LeasedDevice>, 'records'>>): Promise<RunningTreatment[]> {
    const remembered = this.remembered();
    const first = remembered === undefined ? undefined : this.look(remembered);
    const { records: devices } = await onLease.catch(() => NOTHING_LEASED);
    const others = devices
      .filter(({ sno, online }) => online !== false && sno !== remembered)
      .slice(0, MAX_DEVICES_ASKED);
    const answers = await Promise.all([first, ...others.map(({ sno }) => this.look(sno))]);
    return answers
      .filter((answer) => typeof answer === 'object')
      .map((running) => {
        const listed = devices.find(({ sno }) => sno === running.sno);
        return listed ? { ...running, name: listed.name, isShare: listed.sharer !== undefined } : running;
      });
  }

  /** Its device becomes the current one. */
  open({ sno, operatorId, isShare }: Pick<RunningTreatment, 'sno' | 'operatorId' | 'isShare'>): Destination {
    this.current.select({ sno, isShare }, { operatorId, isWorking: true });
    return { to: 'process', sno };
  }

  private started(): StartedTreatment | undefined {
    const started = this.log.started();
    if (!started) return undefined;
    const longest = started.state.workMinutes === undefined ? DAY : started.state.workMinutes * MINUTE + SLACK;
    return ageOf(started.at, this.clock.now()) < longest ? started : undefined;
  }

  private async look(sno: string): Promise<RunningTreatment | 'at-rest' | 'unknown'> {
    try {
      const [{ status, ownerId }, state] = await Promise.all([
        this.api.call(checkDevice, { sno, assist: this.current.assist }),
        this.api.call(readLatest, { sno }),
      ]);
      if (status === 'offline' || (status === 'working' && state.on === undefined)) return 'unknown';
      if (status !== 'working' || !runs(state)) return 'at-rest';
      const here = this.started();
      const known = here?.sno === sno ? here : undefined;
      const counted =
        state.usedMinutes === undefined ? undefined : { minutes: state.usedMinutes, at: this.clock.now() };
      const began = beganAt(known?.at, counted);
      return { sno, operatorId: ownerId, isShare: known?.isShare, mode: modeOf(state), state, beganAt: began };
    } catch (thrown) {
      const problem = Problem.of(thrown);
      if (problem.code === 'internal') this.reporter.report(problem);
      return 'unknown';
    }
  }
}
