import type { Clock } from '../../ports/clock.ts';
import type { ChannelAddress, ChannelEvent, ChannelFailure, DeviceChannel } from '../../ports/device-channel.ts';
import type { ApiClient } from '../api/api-client.ts';
import { readLatest, stateOfAttributes } from '../device/api.ts';
import { hasDeviceValue } from '../device/follow/follow-device.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../basics/time.ts';
import type { Finding } from './finding.ts';

const LOGIN_TIMEOUT_MS = 10 * SECOND;
/**
 * If the server does not answer the subscription, the connection logs in again and waits for device data; both need
 * time.
 */
const SUBSCRIBE_TIMEOUT_MS = 20 * SECOND;
const READ_TIMEOUT_MS = 5 * SECOND;
const MARGIN_MS = 300;

/** How the platform says that nothing has the name of the host: a later attempt will not find it either. */
const UNKNOWN_HOST = /\bENOTFOUND\b/;

/** Interval and timeout of the connection's heartbeat; ms. */
export interface HeartbeatTimes {
  everyMs: number;
  limitMs: number;
}

/** How a step of the examination went. */
type Step = Omit<Extract<Finding, { check: 'channel' }>, 'check' | 'sno' | 'address'>;

/** What a connection has reported so far. */
interface Observed {
  loggedIn: boolean;
  open: boolean;
  /** A report with a value that the app can read. */
  read: boolean;
  /** A report without one. */
  unreadable: boolean;
  lost: boolean;
  pongMs?: number;
  failure?: ChannelFailure;
  problem?: Problem;
}

/** Opens a device's channel and checks that it logs in, subscribes, reads, and answers a ping of the heartbeat. */
export class ExamineChannel {
  constructor(
    private readonly api: ApiClient,
    private readonly channel: DeviceChannel,
    private readonly clock: Clock,
  ) {}

  async *examine(sno: string, address: ChannelAddress, times: HeartbeatTimes): AsyncGenerator<Finding, void> {
    const { host, wsPort, wssPort } = address;
    for await (const step of this.steps(address, times))
      yield { check: 'channel', sno, address: { host, wsPort, wssPort }, ...step };
  }

  private async *steps(address: ChannelAddress, { everyMs, limitMs }: HeartbeatTimes): AsyncGenerator<Step, void> {
    const observed: Observed = { loggedIn: false, open: false, read: false, unreadable: false, lost: false };
    let onChange = () => {};
    const connection = this.channel.open(address, (event) => {
      if (event.kind === 'attributes') this.observeReport(observed, event.attributes);
      else observe(observed, event);
      onChange();
    });
    const waitUntil = async (condition: () => boolean, withinMs: number) => {
      const startedAt = this.clock.now();
      await new Promise<void>((resolve) => {
        const finish = () => {
          unsubscribe();
          resolve();
        };
        const unsubscribe = this.clock.every(withinMs, finish);
        onChange = () => condition() && finish();
        onChange();
      });
      return Math.round(this.clock.now() - startedAt);
    };
    try {
      const loginMs = await waitUntil(
        () => observed.loggedIn || observed.problem !== undefined || UNKNOWN_HOST.test(observed.failure?.message ?? ''),
        LOGIN_TIMEOUT_MS,
      );
      const { loggedIn: good, problem, failure } = observed;
      yield { step: 'login', ms: loginMs, good, problem, failure };
      if (!observed.loggedIn) return;
      const isRefused = () => subscribeFailure(observed)?.reason === 'refused';
      const subscribeMs = await waitUntil(() => observed.open || isRefused(), SUBSCRIBE_TIMEOUT_MS);
      yield {
        step: 'subscribe',
        ms: subscribeMs,
        good: observed.open,
        failure: subscribeFailure(observed),
      };
      if (!observed.open) return;
      const readMs = await waitUntil(() => observed.read || observed.lost, READ_TIMEOUT_MS);
      yield {
        step: 'read',
        ms: readMs,
        good: observed.read,
        isUnreadable: (!observed.read && observed.unreadable) || undefined,
        failure: listenFailure(observed),
      };
      const hasEnded = () => observed.lost || observed.pongMs !== undefined;
      const waitedMs = await waitUntil(hasEnded, everyMs + limitMs + MARGIN_MS);
      const { pongMs, lost } = observed;
      const isAnswered = pongMs !== undefined && !lost;
      yield {
        step: 'ping',
        ms: isAnswered ? pongMs : waitedMs,
        good: isAnswered,
        failure: listenFailure(observed),
      };
    } finally {
      connection.close();
    }
  }

  /** The app ignores a report that it cannot read. */
  private observeReport(observed: Observed, attributes: Record<string, unknown>): void {
    const isReadable = hasDeviceValue(stateOfAttributes(attributes, this.api.answerOf(readLatest)));
    observed.read ||= isReadable;
    observed.unreadable ||= !isReadable;
  }
}

function observe(observed: Observed, event: Exclude<ChannelEvent, { kind: 'attributes' }>): void {
  switch (event.kind) {
    case 'line':
      observed.open ||= event.state === 'open';
      observed.lost ||= event.state === 'lost' && observed.open;
      observed.loggedIn ||= observed.open;
      return;
    case 'logged-in':
      observed.loggedIn = true;
      return;
    case 'pong':
      observed.pongMs = event.ms;
      return;
    case 'failure':
      observed.failure = event.failure;
      return;
    case 'login-failed': {
      const { code, message } = event;
      observed.failure = { step: 'login', reason: 'refused', code, message };
      observed.problem = new Problem('login-failed', { serverCode: code, serverMessage: message });
      return;
    }
    case 'online':
    case 'binding-changed':
  }
}

function subscribeFailure({ failure }: Observed): ChannelFailure | undefined {
  return failure?.step === 'subscribe' ? failure : undefined;
}

function listenFailure({ failure }: Observed): ChannelFailure | undefined {
  return failure?.step === 'listen' ? failure : undefined;
}
