import type { Clock } from '../../ports/clock.ts';
import type { Mutex } from '../../ports/mutex.ts';
import type { ApiClient } from '../api/api-client.ts';
import type { CheckoutRecords } from '../checkout/checkout-records.ts';
import { checkDevice, readLatest } from '../device/api.ts';
import type { SelectedDevice } from '../device/device.ts';
import { mergeState, type DeviceState } from '../device/device-state.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { isWithin, MINUTE } from '../time.ts';
import { startDevice } from './api.ts';
import { runsAsAsked, type TreatmentSettings } from './settings.ts';
import {
  COMMAND_TIMEOUT_MS,
  CONFIRMATION_INTERVAL_MS,
  CONFIRMATION_TIMEOUT_MS,
  runs,
  STATE_TIMEOUT_MS,
  type PendingStart,
} from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';

/** How long after its first try a start is sent again under the same idempotency key: after that the treatment it began may be over. */
const START_KEY_MAX_AGE_MS = 2 * MINUTE;
/** How long another page may be at a start before it is waited for no longer. */
const LOCK_TIMEOUT_MS = MINUTE;

/** What became of a start that was sent. */
export type CommandOutcome =
  | { kind: 'started'; state: DeviceState }
  /** The device runs, and not as it was asked to: `state` is what it does. */
  | { kind: 'runs-otherwise'; state: DeviceState }
  /** Nothing says that it has started; `outcomeUnknown` where it may have taken the command all the same. */
  | { kind: 'not-started'; problem: Problem; outcomeUnknown: boolean };

/** Sends a device the command to start, once whatever becomes of the answers, and finds out what it does then. */
export class StartCommand {
  constructor(
    private readonly api: ApiClient,
    private readonly log: TreatmentLog,
    private readonly purchases: CheckoutRecords,
    private readonly mutex: Mutex,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends it, one page of this phone after the other, and comes to a word by `decideBy`, epoch ms, where no other page is at it;
   * never rejects. What runs then is remembered as started here.
   */
  send({ sno, isShare }: SelectedDevice, settings: TreatmentSettings, decideBy: number): Promise<CommandOutcome> {
    return this.mutex.runExclusive(`start ${sno}`, LOCK_TIMEOUT_MS, async (waited) => {
      const here = this.log.started(sno);
      const isStarted = waited && here !== undefined && isWithin(LOCK_TIMEOUT_MS, here.at, this.clock.now());
      const outcome = isStarted ? found(here.state, settings) : await this.sendOrFind(sno, settings, decideBy);
      if (!isStarted && outcome.kind !== 'not-started') this.remember(sno, isShare, outcome.state);
      return outcome;
    });
  }

  /**
   * Asks the device each second for 15 s whether it runs after a start that the server took: until it says so, or at once where the
   * session ends, nothing is proved. Never rejects.
   */
  async confirm(sno: string, settings: TreatmentSettings): Promise<CommandOutcome> {
    const endsAt = this.clock.now() + CONFIRMATION_TIMEOUT_MS;
    let problem = new Problem('timeout', { message: 'the device has not reported that it runs' });
    for (let left = CONFIRMATION_TIMEOUT_MS; left > 0; left = endsAt - this.clock.now()) {
      try {
        const state = await this.api.call(readLatest, { sno }, { timeoutMs: Math.min(left, STATE_TIMEOUT_MS) });
        if (runs(state)) {
          this.sawRunning(sno);
          return found(state, settings);
        }
      } catch (thrown) {
        problem = Problem.expected(thrown);
        if (problem.endsTheSession) break;
      }
      await this.clock.sleep(Math.min(CONFIRMATION_INTERVAL_MS, Math.max(0, endsAt - this.clock.now())));
    }
    return { kind: 'not-started', problem, outcomeUnknown: true };
  }

  private async sendOrFind(sno: string, settings: TreatmentSettings, decideBy: number): Promise<CommandOutcome> {
    const before = this.log.pendingStart(sno);
    const running = before && (await this.read(sno));
    if (running && runs(running)) return found(running, settings);
    const { key, at } = this.sameStart(settings, before) ?? {
      key: newIdempotencyKey(this.clock.now()),
      at: this.clock.now(),
    };
    this.log.recordPendingStart({ sno, settings, key, at });
    try {
      const answered = await this.api.call(
        startDevice,
        { sno, settings },
        { idempotencyKey: key, timeoutMs: COMMAND_TIMEOUT_MS },
      );
      return answered.on === true
        ? found(answered, settings)
        : { kind: 'started', state: mergeState(settings, answered) };
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      const outcomeUnknown = problem.mayHaveTakenEffect || before !== undefined;
      const works = problem.code === 'refused' && (await this.worksForThisUser(sno));
      const state = outcomeUnknown || works ? await this.read(sno, decideBy - this.clock.now()) : undefined;
      if (state && runs(state)) return found(state, settings);
      if (works)
        return state?.on === undefined
          ? { kind: 'runs-otherwise', state: { on: true } }
          : { kind: 'started', state: settings };
      if (!outcomeUnknown) this.log.settlePendingStart(sno);
      return { kind: 'not-started', problem, outcomeUnknown };
    }
  }

  private remember(sno: string, isShare: boolean | undefined, state: DeviceState): void {
    this.log.recordStart({ sno, at: this.clock.now(), state, isShare });
    this.purchases.record({ type: 'usedForStart' });
  }

  private sawRunning(sno: string): void {
    const here = this.log.started(sno);
    if (here) this.log.recordRunning(here);
  }

  /** The start before, where this one is another try of it. */
  private sameStart(settings: TreatmentSettings, before: PendingStart | undefined): PendingStart | undefined {
    const isTheSame =
      before !== undefined &&
      isWithin(START_KEY_MAX_AGE_MS, before.at, this.clock.now()) &&
      JSON.stringify(before.settings) === JSON.stringify(settings);
    return isTheSame ? before : undefined;
  }

  /** A start that a browser sent twice is refused the second time because of the first; the device may not have reported yet. One that cannot be asked may have run before. */
  private async worksForThisUser(sno: string): Promise<boolean> {
    const check = await this.api.call(checkDevice, { sno, assist: false }).catch(ignoreFailure);
    return check?.status === 'working';
  }

  private async read(sno: string, withinMs = STATE_TIMEOUT_MS): Promise<DeviceState | undefined> {
    if (withinMs <= 0) return undefined;
    return this.api.call(readLatest, { sno }, { timeoutMs: Math.min(withinMs, STATE_TIMEOUT_MS) }).catch(ignoreFailure);
  }
}

/** The device was found running after a start of this user, in this state. */
function found(state: DeviceState, settings: TreatmentSettings): CommandOutcome {
  return runsAsAsked(settings, state)
    ? { kind: 'started', state: mergeState(settings, state) }
    : { kind: 'runs-otherwise', state };
}
