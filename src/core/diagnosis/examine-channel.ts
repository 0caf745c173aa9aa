import type { Clock } from '../../ports/clock.ts';
import type { ChannelAddress, ChannelFailure, DeviceChannel } from '../../ports/device-channel.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../time.ts';
import type { Finding } from './finding.ts';

const LOGIN_TIMEOUT_MS = 10 * SECOND;
/**
 * If the server does not answer the subscription, the connection logs in again and waits for device data; both need
 * time.
 */
const SUBSCRIBE_TIMEOUT_MS = 20 * SECOND;
const READ_TIMEOUT_MS = 5 * SECOND;
const MARGIN_MS = 300;

/** Interval and timeout of the connection's heartbeat; ms. */
export interface Heartbeat {
  everyMs: number;
  limitMs: number;
}

/** Opens a device's channel and checks that it logs in, subscribes, reads, and stays open past one heartbeat. */
export class ExamineChannel {
  constructor(
    private readonly channel: DeviceChannel,
    private readonly clock: Clock,
  ) {}

  async *examine(address: ChannelAddress, { everyMs, limitMs }: Heartbeat): AsyncGenerator<Finding, void> {
    const observed = { loggedIn: false, open: false, read: false, lost: false };
    let failure: ChannelFailure | undefined;
    let problem: Problem | undefined;
    let onChange = () => {};
    const connection = this.channel.open(address, (event) => {
      if (event.kind === 'line') {
        observed.open ||= event.state === 'open';
        observed.lost ||= event.state === 'lost' && observed.open;
      }
      observed.loggedIn ||= observed.open || event.kind === 'logged-in';
      observed.read ||= event.kind === 'attributes';
      if (event.kind === 'failure') failure = event.failure;
      if (event.kind === 'login-failed') {
        const { code, message } = event;
        failure = { step: 'login', reason: 'refused', code, message };
        problem = new Problem('login-failed', { serverCode: code, serverMessage: message });
      }
      onChange();
    });
    const waitUntil = (condition: () => boolean, withinMs: number) =>
      new Promise<number>((resolve) => {
        const startedAt = this.clock.now();
        const finish = () => {
          unsubscribe();
          resolve(this.clock.now() - startedAt);
        };
        const unsubscribe = this.clock.every(withinMs, finish);
        onChange = () => condition() && finish();
        onChange();
      });
    try {
      const loginMs = await waitUntil(() => observed.loggedIn || problem !== undefined, LOGIN_TIMEOUT_MS);
      yield {
        check: 'channel',
        step: 'login',
        ms: loginMs,
        good: observed.loggedIn,
        problem,
        failure: observed.loggedIn ? undefined : failure,
      };
      if (!observed.loggedIn) return;
      const isRefused = () => failure?.step === 'subscribe' && failure.reason === 'refused';
      const subscribeMs = await waitUntil(() => observed.open || isRefused(), SUBSCRIBE_TIMEOUT_MS);
      yield {
        check: 'channel',
        step: 'subscribe',
        ms: subscribeMs,
        good: observed.open,
        failure: failure?.step === 'subscribe' ? failure : undefined,
      };
      if (!observed.open) return;
      const readMs = await waitUntil(() => observed.read || observed.lost, READ_TIMEOUT_MS);
      yield { check: 'channel', step: 'read', ms: readMs, good: observed.read, failure: listenFailure(failure) };
      const pingMs = await waitUntil(() => observed.lost, everyMs + limitMs + MARGIN_MS);
      yield { check: 'channel', step: 'ping', ms: pingMs, good: !observed.lost, failure: listenFailure(failure) };
    } finally {
      connection.close();
    }
  }
}

function listenFailure(failure: ChannelFailure | undefined): ChannelFailure | undefined {
  return failure?.step === 'listen' ? failure : undefined;
}
