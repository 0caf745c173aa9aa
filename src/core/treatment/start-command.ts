import type { Clock } from '../../ports/clock.ts';
import type { Mutex } from '../../ports/mutex.ts';
import type { ApiClient } from '../api/api-client.ts';
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

/**
 * How long retries of a start reuse its idempotency key. Afterwards, the treatment of the first attempt may be over.
 */
const START_KEY_MAX_AGE_MS = 2 * MINUTE;
/** Maximum wait for another page's start. */
const LOCK_TIMEOUT_MS = MINUTE;

/** Outcome of a start command. */
export type CommandOutcome =
  | { kind: 'started'; state: DeviceState }
  /** The device runs with other settings; `state` holds them. */
  | { kind: 'runs-otherwise'; state: DeviceState }
  /** No report shows that the device has started. `outcomeUnknown`: the device may still have received the command. */
  | { kind: 'not-started'; problem: Problem; outcomeUnknown: boolean };

/** Sends the start command exactly once, even if responses are lost, and determines what the device does. */
export class StartCommand {
  constructor(
    private readonly api: ApiClient,
    private readonly log: TreatmentLog,
    private readonly mutex: Mutex,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends the command under a mutex across the pages of this phone. After a start whose response was lost, it sends
   * only if the device is known not to run. `decideBy` (epoch ms) limits the reads after a failed command. Records a
   * running device as started on this phone. Rejects only with the Problem `storage`.
   */
  send({ sno, isShare }: SelectedDevice, settings: TreatmentSettings, decideBy: number): Promise<CommandOutcome> {
    return this.mutex.runExclusive(`start ${sno}`, LOCK_TIMEOUT_MS, async (waited) => {
      const startedHere = this.log.started(sno);
      const wasStartedByOtherPage =
        waited && startedHere !== undefined && isWithin(LOCK_TIMEOUT_MS, startedHere.at, this.clock.now());
      const outcome = wasStartedByOtherPage
        ? outcomeOf(startedHere.state, settings)
        : await this.sendOrFind(sno, settings, decideBy);
      if (!wasStartedByOtherPage && outcome.kind !== 'not-started') this.remember(sno, isShare, outcome.state);
      return outcome;
    });
  }

  /**
   * Polls the device each second for 15 s after the server accepted a start. Resolves to `not-started` with
   * `outcomeUnknown` if no report shows that the device runs, and at once if the session ends. Never rejects.
   */
  async awaitRunning(sno: string, settings: TreatmentSettings): Promise<CommandOutcome> {
    const endsAt = this.clock.now() + CONFIRMATION_TIMEOUT_MS;
    let problem = new Problem('timeout', { message: 'the device has not reported that it runs' });
    for (let left = CONFIRMATION_TIMEOUT_MS; left > 0; left = endsAt - this.clock.now()) {
      try {
        const state = await this.api.call(readLatest, { sno }, { timeoutMs: Math.min(left, STATE_TIMEOUT_MS) });
        if (runs(state)) {
          this.sawRunning(sno);
          return outcomeOf(state, settings);
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
    const earlier = this.log.pendingStart(sno);
    const found = earlier && (await this.tryRead(sno));
    // Without the state, a second command could deduct a second use.
    if (found instanceof Problem) return { kind: 'not-started', problem: found, outcomeUnknown: true };
    if (found && runs(found)) return outcomeOf(found, settings);
    const { key, at } = this.sameStart(settings, earlier) ?? {
      key: newIdempotencyKey(this.clock.now()),
      at: this.clock.now(),
    };
    this.log.recordPendingStart({ sno, settings, key, at });
    try {
      const response = await this.api.call(
        startDevice,
        { sno, settings },
        { idempotencyKey: key, timeoutMs: COMMAND_TIMEOUT_MS },
      );
      return response.on === true
        ? outcomeOf(response, settings)
        : { kind: 'started', state: mergeState(settings, response) };
    } catch (thrown) {
      const problem = Problem.expected(thrown);
      const outcomeUnknown = problem.mayHaveTakenEffect || earlier !== undefined;
      const worksForUser = problem.code === 'refused' && (await this.worksForThisUser(sno));
      const state = outcomeUnknown || worksForUser ? await this.read(sno, decideBy - this.clock.now()) : undefined;
      if (state && runs(state)) return outcomeOf(state, settings);
      if (worksForUser)
        return state?.on === undefined
          ? { kind: 'runs-otherwise', state: { on: true } }
          : { kind: 'started', state: settings };
      if (!outcomeUnknown) this.log.settlePendingStart(sno);
      return { kind: 'not-started', problem, outcomeUnknown };
    }
  }

  private remember(sno: string, isShare: boolean | undefined, state: DeviceState): void {
    this.log.recordStart({ sno, at: this.clock.now(), state, isShare });
  }

  private sawRunning(sno: string): void {
    const startedHere = this.log.started(sno);
    if (startedHere) this.log.recordRunning(startedHere);
  }

  /** Returns the earlier start if this one retries it. */
  private sameStart(settings: TreatmentSettings, earlier: PendingStart | undefined): PendingStart | undefined {
    const isTheSame =
      earlier !== undefined &&
      isWithin(START_KEY_MAX_AGE_MS, earlier.at, this.clock.now()) &&
      JSON.stringify(earlier.settings) === JSON.stringify(settings);
    return isTheSame ? earlier : undefined;
  }

  /**
   * A browser may repeat the request, and the server then refuses the second one although the first took effect. The
   * device may not have reported yet. If the check fails, an earlier treatment may explain the state.
   */
  private async worksForThisUser(sno: string): Promise<boolean> {
    const check = await this.api.call(checkDevice, { sno, assist: false }).catch(ignoreFailure);
    return check?.status === 'working';
  }

  private tryRead(sno: string, timeoutMs = STATE_TIMEOUT_MS): Promise<DeviceState | Problem> {
    return this.api.call(readLatest, { sno }, { timeoutMs }).catch(Problem.expected);
  }

  private async read(sno: string, withinMs: number): Promise<DeviceState | undefined> {
    if (withinMs <= 0) return undefined;
    const found = await this.tryRead(sno, Math.min(withinMs, STATE_TIMEOUT_MS));
    return found instanceof Problem ? undefined : found;
  }
}

/** Outcome for a device that runs after a start by this user. */
function outcomeOf(state: DeviceState, settings: TreatmentSettings): CommandOutcome {
  return runsAsAsked(settings, state)
    ? { kind: 'started', state: mergeState(settings, state) }
    : { kind: 'runs-otherwise', state };
}
