import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeConnections, openConnection } from './test-connection.ts';
import type { TestSocket } from './test-socket.ts';

const RUNS = { did: 'did-1', attrs: { OnOff: 1, UseTime: 4 } };
const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  closeConnections();
  vi.useRealTimers();
});

/** A connection whose server leaves the pings to the test. */
async function openLiveConnection() {
  const opened = openConnection({ random: () => 0 });
  const { cloud } = opened.phone;
  opened.phone.cloud = (socket, cmd) => cmd === 'ping' || cloud(socket, cmd);
  await passes(0);
  return { ...opened, socket: opened.last(), pong: () => opened.last().dispatch('message', { cmd: 'pong' }) };
}

test('The heartbeat pings an open connection every thirty seconds', async () => {
  const { phone, socket, pong } = await openLiveConnection();
  await passes(29_999);
  expect(socket.pings).toBe(0);
  await passes(1);
  expect(socket.pings).toBe(1);
  pong();
  await passes(30_000);
  expect([socket.pings, phone.sockets.length]).toEqual([2, 1]);
});

test('The heartbeat reports the round trip of each ping once, and ignores a pong that nobody asked for', async () => {
  const { pongs, pong } = await openLiveConnection();
  pong();
  await passes(30_250);
  pong();
  pong();
  await passes(30_000);
  pong();
  expect(pongs).toEqual([250, 250]);
});

test('The heartbeat replaces a connection that does not answer a ping within five seconds', async () => {
  const { phone, socket } = await openLiveConnection();
  await passes(34_999);
  expect([socket.isClosed, phone.sockets.length]).toEqual([false, 1]);
  await passes(1_000);
  expect([socket.isClosed, phone.sockets.length]).toEqual([true, 2]);
});

test.each([
  ['the frames come first', (socket: TestSocket) => socket.receive('s2c_noti', RUNS)],
  ['the timers come first', () => void vi.advanceTimersByTime(30_000)],
])(
  'What waited in a page that was suspended for minutes is no report of now, and another connection asks anew, if %s',
  async (_, wakes) => {
    const { phone, socket } = await openLiveConnection();
    const before = phone.events.length;
    phone.cloud = () => undefined;
    vi.setSystemTime(Date.now() + 26 * 60_000);
    wakes(socket);
    socket.receive('s2c_noti', RUNS);
    await passes(300);
    expect(phone.events.slice(before).filter(({ kind }) => kind === 'attributes')).toEqual([]);
    expect([socket.isClosed, phone.sockets.length, phone.events.at(-1)]).toEqual([
      true,
      2,
      { kind: 'line', state: 'lost' },
    ]);
  },
);

test('A hidden page whose timers fire once a minute keeps its connection and takes its reports', async () => {
  const { phone, socket, pong } = await openLiveConnection();
  vi.setSystemTime(Date.now() + 60_000);
  await passes(30_000);
  pong();
  vi.setSystemTime(Date.now() + 60_000);
  socket.receive('s2c_noti', RUNS);
  expect([phone.events.at(-1), phone.sockets.length]).toMatchObject([
    { kind: 'attributes', attributes: RUNS.attrs },
    1,
  ]);
});
