import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import { chances } from './chances.ts';
import { addressAt } from './gizwits-cloud.ts';
import { TestSocket } from './test-socket.ts';

const PHONES = 1_000;
const SECOND = 1_000;
const BUCKET = 100;

/** One phone's connection to a server that the test controls; `deaf` accepts connections and never responds. */
class Phone {
  server: 'up' | 'down' | 'deaf' = 'up';
  readonly arrivals: number[] = [];
  private socket?: TestSocket;
  private readonly connection;

  constructor(random: () => number) {
    const openSocket = () => (this.socket = new TestSocket(0, (one, cmd) => this.handle(one, cmd)));
    this.connection = new GizwitsDeviceChannel({ openSocket, secure: true, random }).open(
      addressAt(80),
      () => undefined,
    );
  }

  receive(cmd: string, data: object): void {
    this.socket?.receive(cmd, data);
  }

  disconnect(): void {
    this.socket?.dispatch('close');
  }

  close(): void {
    this.connection.close();
  }

  private handle(socket: TestSocket, cmd?: string): void {
    if (this.server === 'down') return cmd === undefined ? socket.dispatch('error') : undefined;
    if (cmd === undefined) {
      if (this.server === 'up') this.arrivals.push(performance.now());
      socket.dispatch('open');
    } else if (cmd === 'login_req' && this.server === 'up') socket.receive('login_res', { success: true });
    else if (cmd === 'subscribe_req') socket.receive('subscribe_res', { success: [{ did: 'did-1' }], failed: [] });
    else if (cmd === 'ping') socket.dispatch('message', { cmd: 'pong' });
  }
}

/** The reconnect times of all phones after the same scenario, ms. The phones run one after the other, because they share only the random generator. */
async function arrivals(seed: number, scenario: (phone: Phone) => Promise<void>): Promise<number[]> {
  const random = chances(seed);
  const all: number[] = [];
  for (let each = 0; each < PHONES; each += 1) {
    const phone = new Phone(random);
    await passes(10 * SECOND);
    await scenario(phone);
    const since = performance.now();
    phone.server = 'up';
    await passes(3 * SECOND);
    phone.close();
    all.push(...phone.arrivals.filter((at) => at >= since).map((at) => at - since));
  }
  return all;
}

/** The largest share of the phones that reconnect within one tenth of a second. */
function peakShare(all: number[]): number {
  const counts = new Map<number, number>();
  for (const at of all) counts.set(Math.floor(at / BUCKET), (counts.get(Math.floor(at / BUCKET)) ?? 0) + 1);
  return Math.max(...counts.values()) / all.length;
}

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test.each([1, 2])('A thousand phones whose server restarts reconnect spread over 3 s (seed %i)', async (seed) => {
  const all = await arrivals(seed, async (phone) => {
    phone.server = 'down';
    phone.disconnect();
    await passes(10 * SECOND);
  });
  expect(all).toHaveLength(PHONES);
  expect(peakShare(all)).toBeLessThan(0.12);
});

test('A thousand phones that are cut off from a running server reconnect spread over a quarter of a second', async () => {
  const all = await arrivals(3, async (phone) => {
    const since = performance.now();
    phone.disconnect();
    expect(performance.now()).toBe(since);
  });
  expect(all).toHaveLength(PHONES);
  expect(Math.max(...all)).toBeLessThan(250);
  expect(peakShare(all)).toBeLessThan(0.45);
});

test('A thousand phones whose logins time out together do not all retry at once', async () => {
  const all = await arrivals(4, async (phone) => {
    phone.receive('s2c_noti', { did: 'did-1', attrs: {} });
    phone.server = 'deaf';
    phone.receive('s2c_invalid_msg', { error_code: 1009, msg: '' });
    await passes(3_999);
  });
  expect(all).toHaveLength(PHONES);
  expect(peakShare(all)).toBeLessThan(0.45);
});
