import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { Reporter } from '../../ports/reporter.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Destination } from '../destination.ts';
import { checkDevice, readLatest } from '../device/api.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { LeasedDevice } from '../device/device.ts';
import type { DeviceState } from '../device/device-state.ts';
import { eachOnce, type Records } from '../paging.ts';
import { reportProblem } from '../report-problem.ts';
import { SECOND } from '../time.ts';
import { modeOf, type TreatmentMode } from './settings.ts';
import { beganAt, runs, type StartedTreatment } from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';
import { devicesThatMayRun, foundRunning, lastingTreatments } from './treatment-records.ts';

/** Maximum delay of the requested screen. */
const TREATMENT_LOOKUP_TIMEOUT_MS = 4 * SECOND;
const MAX_OTHER_DEVICES = 4;

const NOTHING_LEASED: { records: LeasedDevice[] } = { records: [] };

/** A running treatment of this user, as the server reported it a moment ago. */
export interface RunningTreatment {
  sno: string;
  operatorId: string;
  /** Name of the device, if known. */
  name?: string;
  /** The device is shared with this user. */
  isShare?: boolean;
  mode?: TreatmentMode;
  state: DeviceState;
  /** Epoch ms. */
  beganAt?: number;
}

/** Finds this user's running treatments and navigates back to them. Only the server decides what runs for this user. */
export class ResumeTreatment {
  constructor(
    private readonly api: ApiClient,
    private readonly current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Returns the device that was started last on this phone and may still run; `only` asks only for that device. Sends
   * no request.
   */
  remembered(only?: string): string | undefined {
    let last: StartedTreatment | undefined;
    for (const each of this.started())
      if ((only === undefined || each.sno === only) && !(last && last.at > each.at)) last = each;
    return last?.sno;
  }

  /** Returns the devices that may run: started on this phone, or with a pending start. Sends no request. */
  mayRun(): string[] {
    return devicesThatMayRun(this.log.records(), this.clock.now());
  }

  /** Calls `listener` when this page changes the set of devices that may run, until the caller unsubscribes. */
  onLogged(listener: () => void): () => void {
    return this.log.subscribe(listener);
  }

  /**
   * Returns the destination of the treatment started last on this phone; `only` asks only for that device. Resolves to
   * undefined if the treatment no longer runs, the server does not confirm it within 4 s, or the signal has aborted.
   * Never rejects.
   */
  async resume(signal?: AbortSignalLike, only?: string): Promise<Destination | undefined> {
    const sno = this.remembered(only);
    if (sno === undefined) return undefined;
    const found = await Promise.race([
      this.read(sno),
      this.clock.sleep(TREATMENT_LOOKUP_TIMEOUT_MS).then(() => 'unknown' as const),
    ]);
    return typeof found === 'string' || signal?.aborted ? undefined : this.open(found);
  }

  /** Reads the state of these devices from the server in parallel. Never rejects. */
  async lookAt(numbers: readonly string[]): Promise<Map<string, RunningTreatment | 'at-rest' | 'unknown'>> {
    return new Map(await Promise.all([...new Set(numbers)].map(async (sno) => [sno, await this.read(sno)] as const)));
  }

  /**
   * Returns the running treatments among the devices started on this phone and up to four leased devices that are not
   * offline. The requests run in parallel. Never rejects: the caller that requested the list handles its failure.
   */
  async running(onLease: Promise<Pick<Records<LeasedDevice>, 'records'>>): Promise<RunningTreatment[]> {
    const remembered = this.started().map(({ sno }) => sno);
    const first = remembered.map((sno) => this.read(sno));
    const { records: devices } = await onLease.catch((thrown: unknown) => {
      reportProblem(this.reporter, thrown);
      return NOTHING_LEASED;
    });
    const others = eachOnce(devices, ({ sno }) => sno)
      .filter(({ sno, online }) => online !== false && !remembered.includes(sno))
      .slice(0, MAX_OTHER_DEVICES);
    const answers = await Promise.all([...first, ...others.map(({ sno }) => this.read(sno))]);
    return answers
      .filter((answer) => typeof answer === 'object')
      .map((running) => {
        const listed = devices.find(({ sno }) => sno === running.sno);
        return listed ? { ...running, name: listed.name, isShare: listed.sharer !== undefined } : running;
      });
  }

  /** Selects the treatment's device. */
  open({ sno, operatorId, isShare }: Pick<RunningTreatment, 'sno' | 'operatorId' | 'isShare'>): Destination {
    this.current.select({ sno, isShare }, { operatorId, isWorking: true });
    return { to: 'process', sno };
  }

  private started(): StartedTreatment[] {
    return lastingTreatments(this.log.records(), this.clock.now());
  }

  private async read(sno: string): Promise<RunningTreatment | 'at-rest' | 'unknown'> {
    try {
      const [{ status, ownerId }, state] = await Promise.all([
        this.api.call(checkDevice, { sno, assist: this.current.assist }),
        this.api.call(readLatest, { sno }),
      ]);
      if (status === undefined || status === 'offline' || (status === 'working' && state.on === undefined))
        return 'unknown';
      if (status !== 'working' || !runs(state)) return 'at-rest';
      this.log.record(...foundRunning(this.log.records(), sno, state, this.clock.now()));
      const known = this.started().find((started) => started.sno === sno);
      const count = state.usedMinutes === undefined ? undefined : { minutes: state.usedMinutes, at: this.clock.now() };
      const estimatedStart = beganAt(known?.at, count);
      return { sno, operatorId: ownerId, mode: modeOf(state), state, beganAt: estimatedStart };
    } catch (thrown) {
      reportProblem(this.reporter, thrown);
      return 'unknown';
    }
  }
}
