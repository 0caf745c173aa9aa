import type { Clock } from '../../ports/clock.ts';
import type { Mutex } from '../../ports/mutex.ts';
import type { ApiClient } from '../api/api-client.ts';
import { checkDevice, readLatest } from '../device/api.ts';
import type { DeviceState } from '../device/device-state.ts';
import { newIdempotencyKey } from '../idempotency-key.ts';
import { ignoreFailure, Problem } from '../problem.ts';
import { startDevice } from './api.ts';
import {
  afterStartStep,
  LOCK_TIMEOUT_MS,
  type CommandOutcome,
  type CommandState,
  type StartInputs,
  type StartIntent,
  type WaitingStart,
} from './start-steps.ts';
import { COMMAND_TIMEOUT_MS, CONFIRMATION_TIMEOUT_MS, STATE_TIMEOUT_MS } from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';

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
  send({ sno, isShare, settings }: StartIntent, decideBy: number): Promise<CommandOutcome> {
    return this.mutex.runExclusive(`start ${sno}`, LOCK_TIMEOUT_MS, (waited) => {
      const newKey = newIdempotencyKey(this.clock.now());
      const start = { sno, isShare, settings, newKey, decideBy };
      return this.outcomeAfter(this.take({ at: 'queued', start }, { waited }));
    });
  }

  /**
   * Polls the device each second for 15 s after the server accepted a start. Resolves to `not-started` with
   * `outcomeUnknown` if no report shows that the device runs, and at once if the session ends. Never rejects.
   */
  awaitRunning(sno: string, settings: StartIntent['settings']): Promise<CommandOutcome> {
    const endsAt = this.clock.now() + CONFIRMATION_TIMEOUT_MS;
    return this.outcomeAfter({ at: 'confirming', start: { sno, settings }, endsAt });
  }

  private async outcomeAfter(first: CommandState): Promise<CommandOutcome> {
    let state = first;
    while (state.at !== 'ended') state = await this.respondTo(state);
    return state.outcome;
  }

  /** Performs what the state waits for. */
  private async respondTo(state: WaitingStart): Promise<CommandState> {
    const { sno, settings } = state.start;
    switch (state.at) {
      case 'queued':
        return this.take(state, { waited: false });
      case 'finding':
        return this.take(state, await this.read(sno));
      case 'sending': {
        const options = { idempotencyKey: state.key, timeoutMs: COMMAND_TIMEOUT_MS };
        return this.take(state, await this.api.call(startDevice, { sno, settings }, options).catch(Problem.expected));
      }
      case 'checking':
        return this.take(state, { works: await this.worksForThisUser(sno) });
      case 'reading': {
        const found = await this.read(sno, state.start.decideBy);
        return this.take(state, found instanceof Problem ? undefined : found);
      }
      case 'confirming':
        return this.take(state, await this.read(sno, state.endsAt));
      case 'pausing':
        await this.clock.sleep(state.ms);
        return this.take(state, undefined);
    }
  }

  private take<At extends WaitingStart['at']>(
    state: Extract<WaitingStart, { at: At }>,
    input: StartInputs[At],
  ): CommandState {
    const { next, events = [] } = afterStartStep(state, input, { records: this.log.records(), now: this.clock.now() });
    this.log.record(...events);
    return next;
  }

  /**
   * A browser may repeat the request, and the server then refuses the second one although the first took effect. The
   * device may not have reported yet. If the check fails, an earlier treatment may explain the state.
   */
  private async worksForThisUser(sno: string): Promise<boolean> {
    const check = await this.api.call(checkDevice, { sno, assist: false }).catch(ignoreFailure);
    return check?.status === 'working';
  }

  /** Reads the device's state until `endsAt`, epoch ms. */
  private async read(sno: string, endsAt = Infinity): Promise<DeviceState | Problem> {
    const timeoutMs = Math.min(endsAt - this.clock.now(), STATE_TIMEOUT_MS);
    if (timeoutMs <= 0) return new Problem('timeout');
    return this.api.call(readLatest, { sno }, { timeoutMs }).catch(Problem.expected);
  }
}
