import type { Clock } from '../../ports/clock.ts';
import type { AbortSignalLike } from '../../ports/http.ts';
import type { Reporter } from '../../ports/reporter.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { Destination } from '../destination.ts';
import { checkDevice, getDetail, readLatest } from '../device/api.ts';
import { works } from '../device/device.ts';
import { rests, runs, type DeviceState } from '../device/device-state.ts';
import { distinctDevices, hasDevice, isSameDevice } from '../basics/device-code.ts';
import { reportProblem } from '../basics/report-problem.ts';
import { holdInstant, type HeldInstant } from '../basics/instants.ts';
import { SECOND } from '../basics/time.ts';
import { modeOf, type TreatmentMode } from './settings/settings.ts';
import { firstSeen, runOfUser } from './run.ts';
import { reportBeside, runningState } from './running-state.ts';
import { OBSERVED_WITHIN_MS, type StartedTreatment } from './treatment.ts';
import type { TreatmentLog } from './records/treatment-log.ts';
import {
  askedStopOf,
  lastingTreatments,
  mayRunOf,
  pendingStartOf,
  startedHere,
  stopsAskedIn,
  unconfirmedStops,
  type SeenOver,
} from './records/treatment-records.ts';
import { foundRunning } from './records/treatment-events.ts';

/** Maximum delay of the requested screen. */
const TREATMENT_LOOKUP_TIMEOUT_MS = 4 * SECOND;
const MAX_PARALLEL_READINGS = 6;

/** A treatment of this user that runs or may run. */
export interface RunningTreatment {
  sno: string;
  mode?: TreatmentMode;
  state: DeviceState;
  /** Epoch ms. */
  beganAt?: number;
  /** No report shows the run: the server says that it runs, or it was started here and nothing says that it is over. */
  isStarting?: boolean;
  /** When this phone started it, if no report shows the run; epoch ms. */
  startedAt?: number;
  /** When the server was asked; epoch ms. Undefined if it did not say whether it runs. */
  seenAt?: number;
  /** When the device first reported 0 minutes, as it has ever since; epoch ms. */
  zeroSince?: number;
}

/**
 * The treatment after what was known of it before. A device that goes on to report 0 minutes for longer than one can last
 * counts none, so that its count does not tell when the run began.
 */
export function withoutIdleCount(
  found: RunningTreatment,
  before: Pick<RunningTreatment, 'zeroSince'> | undefined,
): RunningTreatment {
  const { seenAt, zeroSince: first, state } = found;
  if (first === undefined || seenAt === undefined) return found;
  const zeroSince = before?.zeroSince ?? first;
  if (seenAt - zeroSince <= OBSERVED_WITHIN_MS) return { ...found, zeroSince };
  return { ...found, zeroSince, beganAt: undefined, state: { ...state, usedMinutes: undefined } };
}

/** What the server says of a device: its treatment, or why there is none of this user. */
export type Reading = RunningTreatment | 'at-rest' | 'not-mine' | 'another-run' | 'unknown';

/** Finds this user's running treatments and navigates back to them. Only the server decides what runs for this user. */
export class ResumeTreatment {
  constructor(
    private readonly api: ApiClient,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  private readonly reportFailure = (thrown: unknown): undefined => void reportProblem(this.reporter, thrown);

  /**
   * Returns the device that was started last on this phone and may still run; `only` asks only for that device. Sends
   * no request.
   */
  remembered(only?: string): string | undefined {
    let last: StartedTreatment | undefined;
    for (const each of this.started())
      if ((only === undefined || isSameDevice(each.sno, only)) && !(last && last.at > each.at)) last = each;
    return last?.sno;
  }

  /** Returns the devices that may run because of what was asked for on this phone, since `seenOver`. Sends no request. */
  mayRun(seenOver?: SeenOver): string[] {
    return this.log.mayRun(seenOver);
  }

  /** Returns the devices whose stop was asked for on this phone and should be continued now. Sends no request. */
  stopsDue(): string[] {
    return stopsAskedIn(this.log.records(), 'due', this.clock.now());
  }

  /** Returns the devices that may run although their stop was asked for on this phone. Sends no request. */
  unconfirmedStops(): string[] {
    return unconfirmedStops(this.log.records(), this.clock.now());
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
      this.read(sno, { shown: false, ran: false }),
      this.clock.sleep(TREATMENT_LOOKUP_TIMEOUT_MS).then(() => 'unknown' as const),
    ]);
    return typeof found === 'string' || signal?.aborted ? undefined : { to: 'process', sno };
  }

  /**
   * Reads the state of these devices from the server, a few at a time. Of a device that was started here, an unknown state
   * is a treatment that may run, unless it was seen to end. `ran`: true of a device that ran as it was last heard of. Never
   * rejects.
   */
  async lookAt(numbers: readonly string[], ran: (sno: string) => boolean = () => false): Promise<Map<string, Reading>> {
    const waiting = distinctDevices(numbers);
    const readings = new Map<string, Reading>();
    const readNext = async (): Promise<void> => {
      for (let sno = waiting.shift(); sno !== undefined; sno = waiting.shift()) {
        const reading = await this.read(sno, { shown: true, ran: ran(sno) });
        readings.set(sno, reading === 'unknown' ? (this.mayRunSince(sno) ?? reading) : reading);
      }
    };
    await Promise.all(Array.from({ length: MAX_PARALLEL_READINGS }, readNext));
    return readings;
  }

  private started(): StartedTreatment[] {
    return lastingTreatments(this.log.records(), this.clock.now());
  }

  /** The device's treatment as it was started here last, as long as it may run because of that and no rest was seen since. */
  private mayRunSince(sno: string): RunningTreatment | undefined {
    const start = mayRunOf(this.log.records(), sno, this.clock.now());
    if (!start) return undefined;
    const { at, state } = start;
    return { sno, mode: modeOf(state), state, isStarting: true, startedAt: at };
  }

  /**
   * The connection is asked for where the check calls the device offline, or a report could be the past of an offline device:
   * of a run that is `shown`, or of rest while the device may run because of what was asked for here, or `ran` before. Such a
   * rest counts only if the detail has answered.
   */
  private read(sno: string, before: { shown: boolean; ran: boolean }): Promise<Reading> {
    const asked = holdInstant(this.clock);
    return this.readAsked(sno, before, asked).finally(asked.release);
  }

  private async readAsked(
    sno: string,
    { shown, ran }: { shown: boolean; ran: boolean },
    asked: HeldInstant,
  ): Promise<Reading> {
    try {
      const isPending = pendingStartOf(this.log.records(), sno, this.clock.now()) !== undefined;
      const checked = this.api.call(checkDevice, { sno, assist: false });
      const reported = reportBeside(checked, isPending, () => this.api.call(readLatest, { sno }));
      const [{ status }, report] = await Promise.all([checked, reported.catch(this.reportFailure)]);
      // For whom the device works, the check says without a report.
      if (!report && !works(status)) return 'unknown';
      const state = report ?? {};
      const mayRun = ran || this.mayRunSince(sno) !== undefined || hasDevice(this.unconfirmedStops(), sno);
      const mayBePast = runs(state) ? shown : status !== 'working' && rests(state) && mayRun;
      const asksConnection = status === 'offline' || (status !== 'used' && mayBePast);
      const detail = asksConnection ? await this.api.call(getDetail, { sno }).catch(this.reportFailure) : undefined;
      if (asksConnection && !detail && rests(state)) return 'unknown';
      const [records, at] = [this.log.records(), asked.at()];
      const answer = runningState(
        sno,
        { status, online: detail?.online, report: { state, at } },
        records,
        this.clock.now(),
      );
      const start = mayRunOf(records, sno, this.clock.now());
      const startedAt = start?.at;
      if (answer.kind === 'unknown') {
        // The report of an offline device is its past, but the server says that it works.
        if (status !== 'working') return answer.kind;
        return {
          sno,
          mode: modeOf(start?.state ?? {}),
          state: start?.state ?? {},
          isStarting: true,
          startedAt,
          seenAt: at,
        };
      }
      if (answer.kind === 'another-run') {
        this.log.record({ type: 'sawRest', sno, at });
        return answer.kind;
      }
      if (answer.kind === 'at-rest' || answer.kind === 'not-mine') {
        // A stop of minutes ago has nothing to stop any more. A younger one is left to the page that sends it.
        if (askedStopOf(this.log.records(), sno, this.clock.now()) === 'late')
          this.log.record({ type: 'stopSettled', sno });
        this.log.record({ type: 'sawRest', sno, at });
        return answer.kind;
      }
      const found = {
        sno,
        mode: modeOf(answer.state),
        state: answer.state,
      };
      if (answer.kind === 'starting') return { ...found, isStarting: true, startedAt, seenAt: at };
      if (status === 'working') this.log.record(...foundRunning(this.log.records(), sno, state, this.clock.now()));
      const known = startedHere(this.log.records(), sno, this.clock.now());
      const run = runOfUser(known, { state, at });
      if (known && run && status === 'working') this.log.record(...firstSeen(known, run, true));
      // A count that the device keeps of the run before is none of this one.
      const own = { ...found.state, usedMinutes: run?.counted?.minutes };
      return { ...found, state: own, beganAt: run?.beganAt, seenAt: at, zeroSince: run?.zeroSince };
    } catch (thrown) {
      reportProblem(this.reporter, thrown);
      return 'unknown';
    }
  }
}
