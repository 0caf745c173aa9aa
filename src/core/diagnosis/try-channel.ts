import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { ChannelAddress, ChannelEvent, DeviceChannel } from '../../ports/device-channel.ts';
import type { ApiClient } from '../api/api-client.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../basics/time.ts';
import { enterPage, readLatest, stateOfAttributes } from '../device/api.ts';
import type { LiveFailure } from '../device/follow/channel-connection.ts';
import { afterReport, type DeviceState } from '../device/device-state.ts';
import { hasDeviceValue } from '../device/follow/follow-device.ts';

/** How long the device's report is awaited after the subscription, ms. An offline device sends none. */
const REPORT_TIMEOUT_MS = 3 * SECOND;
const MAX_FAILURES = 3;

/** How far a device's channel got. Durations since the connection began, ms; undefined for a step that was not reached. */
export interface ChannelTrial {
  loginMs?: number;
  subscribeMs?: number;
  reportMs?: number;
  /** Whether the device is online, as the channel told, or as a report that the device sent by itself shows. */
  online?: boolean;
  /** What was reported; unless the device is online, a cloud may have answered for it. */
  state: DeviceState;
  /** The device sent the report by itself. */
  isOwn?: true;
  /** Epoch ms. */
  reportedAt?: number;
  /** Why the subscription was not reached. */
  failure?: LiveFailure;
}

/** Opens a device's channel once, until the device reports its state. */
export class TryChannel {
  constructor(
    private readonly api: ApiClient,
    private readonly channel: DeviceChannel,
    private readonly clock: Clock,
  ) {}

  /** Takes at most `limitMs` after the address is known. Rejects only with an internal error. */
  async try(sno: string, limitMs: number): Promise<ChannelTrial> {
    try {
      return await this.connect(await this.api.call(enterPage, { sno }), limitMs);
    } catch (thrown) {
      return { state: {}, failure: { step: 'address', problem: Problem.expected(thrown) } };
    }
  }

  private connect(address: ChannelAddress, limitMs: number): Promise<ChannelTrial> {
    const startedAt = this.clock.now();
    const cleanups: Unsubscribe[] = [];
    const trial: ChannelTrial = { state: {} };
    let failures = 0;
    const finished = new Promise<void>((resolve) => {
      cleanups.push(this.clock.every(limitMs, resolve));
      const onEvent = (event: ChannelEvent) => {
        const ms = this.clock.now() - startedAt;
        switch (event.kind) {
          case 'logged-in':
            trial.loginMs ??= ms;
            return;
          case 'line':
            if (event.state !== 'open') return;
            trial.loginMs ??= ms;
            trial.subscribeMs ??= ms;
            trial.failure = undefined;
            return void cleanups.push(this.clock.every(REPORT_TIMEOUT_MS, resolve));
          case 'attributes': {
            const report = stateOfAttributes(event.attributes, this.api.answerOf(readLatest));
            if (!hasDeviceValue(report)) return;
            if (event.mayAnswerRead !== true) trial.online = trial.isOwn = true;
            trial.state = afterReport(trial.state, report);
            trial.reportMs ??= ms;
            trial.reportedAt = this.clock.now();
            return resolve();
          }
          case 'login-failed':
            trial.failure = { step: 'login', reason: 'refused', code: event.code, message: event.message };
            return resolve();
          case 'failure':
            failures += 1;
            trial.failure = event.failure;
            if (event.failure.reason === 'refused' || failures === MAX_FAILURES) resolve();
            return;
          case 'online':
            trial.online = event.online;
            return;
          case 'binding-changed':
          case 'pong':
            return;
        }
      };
      const connection = this.channel.open(address, onEvent);
      cleanups.push(() => connection.close());
    });
    return finished.then(() => {
      for (const cleanup of cleanups) cleanup();
      const step = trial.loginMs === undefined ? 'login' : 'subscribe';
      if (trial.subscribeMs === undefined && trial.reportMs === undefined)
        trial.failure ??= { step, reason: 'no-answer' };
      return trial;
    });
  }
}
