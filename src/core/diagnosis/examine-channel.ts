import type { Clock } from '../../ports/clock.ts';
import type { ChannelAddress, ChannelFailure, DeviceChannel } from '../../ports/device-channel.ts';
import { Problem } from '../problem.ts';
import { SECOND } from '../time.ts';
import type { Finding } from './finding.ts';

const LOGIN_TIMEOUT_MS = 10 * SECOND;
/** A server that leaves the subscription unanswered is given another login, and the time to tell something of the device. */
const SUBSCRIBE_TIMEOUT_MS = 20 * SECOND;
const READ_TIMEOUT_MS = 5 * SECOND;
const MARGIN_MS = 300;

/** How often the line is proved, and how long the proof may take; ms. */
export interface Heartbeat {
  everyMs: number;
  limitMs: number;
}

/** Opens a device's channel and looks whether it logs in, subscribes, reads, and stays open past a ping that has to be answered. */
export class ExamineChannel {
  constructor(
    private readonly channel: DeviceChannel,
    private readonly clock: Clock,
  ) {}

  async *examine(address: ChannelAddress, { everyMs, limitMs }: Heartbeat): AsyncGenerator<Finding, void> {
    const seen = { loggedIn: false, open: false, read: false, lost: false };
    let failure: ChannelFailure | undefined;
    let problem: Problem | undefined;
    let changed = () => {};
    const connection = this.channel.open(address, (event) => {
      if (event.kind === 'line') {
        seen.open ||= event.state === 'open';
        seen.lost ||= event.state === 'lost' && seen.open;
      }
      seen.loggedIn ||= seen.open || event.kind === 'logged-in';
      seen.read ||= event.kind === 'attributes';
      if (event.kind === 'failure') failure = event.failure;
      if (event.kind === 'login-failed') {
        const { code, message } = event;
        failure = { step: 'login', reason: 'refused', code, message };
        problem = new Problem('login-failed', { serverCode: code, serverMessage: message });
      }
      changed();
    });
    const until = (met: () => boolean, withinMs: number) =>
      new Promise<number>((resolve) => {
        const began = this.clock.now();
        const end = () => {
          off();
          resolve(this.clock.now() - began);
        };
        const off = this.clock.every(withinMs, end);
        changed = () => met() && end();
        changed();
      });
    try {
      const loginMs = await until(() => seen.loggedIn || problem !== undefined, LOGIN_TIMEOUT_MS);
      yield {
        check: 'channel',
        step: 'login',
        ms: loginMs,
        good: seen.loggedIn,
        problem,
        failure: seen.loggedIn ? undefined : failure,
      };
      if (!seen.loggedIn) return;
      const isRefused = () => failure?.step === 'subscribe' && failure.reason === 'refused';
      const subscribeMs = await until(() => seen.open || isRefused(), SUBSCRIBE_TIMEOUT_MS);
      yield {
        check: 'channel',
        step: 'subscribe',
        ms: subscribeMs,
        good: seen.open,
        failure: failure?.step === 'subscribe' ? failure : undefined,
      };
      if (!seen.open) return;
      const readMs = await until(() => seen.read || seen.lost, READ_TIMEOUT_MS);
      yield { check: 'channel', step: 'read', ms: readMs, good: seen.read, failure: listening(failure) };
      const pingMs = await until(() => seen.lost, everyMs + limitMs + MARGIN_MS);
      yield { check: 'channel', step: 'ping', ms: pingMs, good: !seen.lost, failure: listening(failure) };
    } finally {
      connection.close();
    }
  }
}

function listening(failure: ChannelFailure | undefined): ChannelFailure | undefined {
  return failure?.step === 'listen' ? failure : undefined;
}
