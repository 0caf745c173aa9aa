import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import type { ChannelEvent } from '../../src/ports/device-channel.ts';
import { TestSocket } from './test-socket.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function openLiveConnection(onEvent: (event: ChannelEvent) => void = () => undefined) {
  const sockets: TestSocket[] = [];
  const openSocket = () => {
    const socket = new TestSocket();
    sockets.push(socket);
    return socket;
  };
  const address = {
    did: 'did-1',
    host: 'channel.test',
    wsPort: 80,
    wssPort: 443,
    appId: 'app',
    uid: 'user',
    token: 'token',
  };
  const connection = new GizwitsDeviceChannel({ openSocket, secure: true, random: () => 0 }).open(address, onEvent);
  await vi.advanceTimersByTimeAsync(0);
  const [socket] = sockets as [TestSocket];
  socket.dispatch('open');
  socket.receive('login_res', { success: true });
  socket.receive('subscribe_res', { success: [{ did: 'did-1' }], failed: [] });
  return { connection, socket, sockets };
}

test('The heartbeat pings an open connection every thirty seconds', async () => {
  const { connection, socket, sockets } = await openLiveConnection();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(socket.pings).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.pings).toBe(1);
  socket.dispatch('message', { cmd: 'pong' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([socket.pings, sockets.length]).toEqual([2, 1]);
  connection.close();
});

test('The heartbeat reports the round trip of each ping once, and ignores a pong that nobody asked for', async () => {
  const pongs: number[] = [];
  const { connection, socket } = await openLiveConnection((event) => event.kind === 'pong' && pongs.push(event.ms));
  socket.dispatch('message', { cmd: 'pong' });
  await vi.advanceTimersByTimeAsync(30_250);
  socket.dispatch('message', { cmd: 'pong' });
  socket.dispatch('message', { cmd: 'pong' });
  await vi.advanceTimersByTimeAsync(30_000);
  socket.dispatch('message', { cmd: 'pong' });
  expect(pongs).toEqual([250, 250]);
  connection.close();
});

test('The heartbeat replaces a connection that does not answer a ping within five seconds', async () => {
  const { connection, socket, sockets } = await openLiveConnection();
  await vi.advanceTimersByTimeAsync(34_999);
  expect([socket.isClosed, sockets.length]).toEqual([false, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([socket.isClosed, sockets.length]).toEqual([true, 2]);
  connection.close();
});

const RUNS = { did: 'did-1', attrs: { OnOff: 1, UseTime: 4 } };

test.each([
  ['the frames come first', (socket: TestSocket) => socket.receive('s2c_noti', RUNS)],
  ['the timers come first', () => void vi.advanceTimersByTime(30_000)],
])(
  'What waited in a page that was suspended for minutes is no report of now, and another connection asks anew, if %s',
  async (_, wakes) => {
    const events: ChannelEvent[] = [];
    const { connection, socket, sockets } = await openLiveConnection((event) => events.push(event));
    vi.setSystemTime(Date.now() + 26 * 60_000);
    wakes(socket);
    socket.receive('s2c_noti', RUNS);
    await vi.advanceTimersByTimeAsync(300);
    expect(events.filter(({ kind }) => kind === 'attributes')).toEqual([]);
    expect([socket.isClosed, sockets.length, events.at(-1)]).toEqual([true, 2, { kind: 'line', state: 'lost' }]);
    connection.close();
  },
);

test('A hidden page whose timers fire once a minute keeps its connection and takes its reports', async () => {
  const events: ChannelEvent[] = [];
  const { connection, socket, sockets } = await openLiveConnection((event) => events.push(event));
  vi.setSystemTime(Date.now() + 60_000);
  await vi.advanceTimersByTimeAsync(30_000);
  socket.dispatch('message', { cmd: 'pong' });
  vi.setSystemTime(Date.now() + 60_000);
  socket.receive('s2c_noti', RUNS);
  expect([events.at(-1), sockets.length]).toMatchObject([{ kind: 'attributes', attributes: RUNS.attrs }, 1]);
  connection.close();
});
