import type { Clock } from '../../../ports/clock.ts';
import type { AbortSignalLike } from '../../../ports/http.ts';
import type { Mutex } from '../../../ports/mutex.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import type { ApiClient } from '../../api/api-client.ts';
import { checkDevice, readLatest } from '../../device/api.ts';
import { deviceKey } from '../../basics/device-code.ts';
import { holdInstant, withInstants, type HeldInstant } from '../../basics/instants.ts';
import { RunningCommand } from '../../basics/command-steps.ts';
import type { DeviceState } from '../../device/device-state.ts';
import { newIdempotencyKey } from '../../api/idempotency-key.ts';
import { Problem } from '../../problem.ts';
import { reportOutcome } from '../../basics/report-problem.ts';
import { MINUTE } from '../../basics/time.ts';
import { startDevice } from '../api.ts';
import {
  START_STEPS,
  type CommandOutcome,
  type CommandState,
  type StartEvidence,
  type StartInputs,
  type StartIntent,
  type WaitingStart,
} from './start-steps.ts';
import {
  COMMAND_TIMEOUT_MS,
  CONFIRMATION_TIMEOUT_MS,
  STATE_TIMEOUT_MS,
  type OnConfirmationPoll,
} from '../treatment.ts';
import type { TreatmentLog } from '../records/treatment-log.ts';

/** Maximum wait for another page's start. */
const LOCK_TIMEOUT_MS = MINUTE;
/** Deadline after the tap for the outcome of a start without a response; ms. */
const DECISION_TIMEOUT_MS = COMMAND_TIMEOUT_MS + STATE_TIMEOUT_MS;

/** Sends the start command exactly once, even if responses are lost, and determines what the device does. */
export class StartCommand {
  constructor(
    private readonly api: ApiClient,
    private readonly log: TreatmentLog,
    private readonly mutex: Mutex,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /**
   * Sends the command under a mutex across the pages of this phone. After a start whose response was lost, it sends
   * only if the device is known not to run. Records a running device as started on this phone. A start by another page
   * since the tap is this start. After the signal's abort, sends nothing. Reports a start with an unknown outcome. Rejects only with the Problem
   * `storage`.
   */
  send(
    { sno, settings }: StartIntent,
    tap: Pick<HeldInstant, 'at'>,
    signal?: AbortSignalLike,
  ): Promise<CommandOutcome> {
    return this.mutex.runExclusive(`start ${deviceKey(sno)}`, LOCK_TIMEOUT_MS, async () => {
      const newKey = newIdempotencyKey(this.clock.now());
      const start = { sno, settings, newKey, tappedAt: tap.at(), decideBy: tap.at() + DECISION_TIMEOUT_MS };
      const outcome = await this.outcomeAfter({ at: 'queued', start }, signal);
      if (outcome.kind === 'not-started' && outcome.outcomeUnknown) reportOutcome(this.reporter, 'start-unconfirmed');
      return outcome;
    });
  }

  /**
   * Polls the device each second for 15 s after the server accepted a start. Resolves to `not-started` with
   * `outcomeUnknown` if no report shows that the device runs because of it, and at once if the session ends. Never rejects.
   * `onPoll`: see `OnConfirmationPoll`.
   */
  awaitRunning(sno: string, settings: StartIntent['settings'], onPoll?: OnConfirmationPoll): Promise<CommandOutcome> {
    const endsAt = this.clock.now() + CONFIRMATION_TIMEOUT_MS;
    onPoll?.(undefined, endsAt);
    return this.outcomeAfter({ at: 'confirming', start: { sno, settings }, endsAt }, undefined, onPoll);
  }

  private async outcomeAfter(
    first: CommandState,
    signal?: AbortSignalLike,
    onPoll?: OnConfirmationPoll,
  ): Promise<CommandOutcome> {
    const command = new RunningCommand(
      START_STEPS,
      () => ({ records: this.log.records(), now: this.clock.now(), isLeft: signal?.aborted ?? false }),
      (event) => this.log.record(event),
      { next: first },
    );
    const stopCorrecting = this.clock.onCorrection((correct) =>
      command.correct((state) => withInstants(state, correct)),
    );
    try {
      for (;;) {
        const { state } = command;
        if (state.at === 'ended') return state.outcome;
        command.take(state.at, await this.inputOf(state, onPoll));
      }
    } finally {
      stopCorrecting();
    }
  }

  /** Performs what the state waits for. */
  private async inputOf(state: WaitingStart, onPoll?: OnConfirmationPoll): Promise<StartInputs[WaitingStart['at']]> {
    const { sno, settings } = state.start;
    switch (state.at) {
      case 'queued':
        return undefined;
      case 'finding':
        return this.sight(sno);
      case 'sending': {
        const options = { idempotencyKey: state.key, timeoutMs: COMMAND_TIMEOUT_MS };
        return this.api.call(startDevice, { sno, settings }, options).catch(Problem.expected);
      }
      case 'reading':
        return this.sight(sno, state.start.decideBy);
      case 'confirming':
        return this.sight(sno, state.endsAt, onPoll);
      case 'pausing':
        await this.clock.sleep(state.ms);
        return undefined;
    }
  }

  /**
   * Asks for the device's state and for whom it works, until `endsAt`, epoch ms. Another person may have started it. A
   * browser may repeat a command, and the server then refuses the second one although the first took effect.
   */
  private async sight(sno: string, endsAt = Infinity, onPoll?: OnConfirmationPoll): Promise<StartEvidence> {
    const asked = holdInstant(this.clock);
    const timeoutMs = Math.min(endsAt - asked.at(), STATE_TIMEOUT_MS);
    const [state, check] = await Promise.all([
      this.read(sno, endsAt, onPoll),
      timeoutMs > 0
        ? this.api.call(checkDevice, { sno, assist: false }, { timeoutMs }).catch(Problem.expected)
        : undefined,
    ]).finally(asked.release);
    return {
      report: state instanceof Problem ? undefined : { state, at: asked.at() },
      status: check instanceof Problem ? undefined : check?.status,
      problem: [state, check].find((answer) => answer instanceof Problem),
    };
  }

  /** Reads the device's state until `endsAt`, epoch ms. */
  private async read(sno: string, endsAt = Infinity, onPoll?: OnConfirmationPoll): Promise<DeviceState | Problem> {
    const timeoutMs = Math.min(endsAt - this.clock.now(), STATE_TIMEOUT_MS);
    if (timeoutMs <= 0) return new Problem('timeout');
    const found = await this.api.call(readLatest, { sno }, { timeoutMs }).catch(Problem.expected);
    if (!(found instanceof Problem)) onPoll?.(found, endsAt);
    return found;
  }
}
