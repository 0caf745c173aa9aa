import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openConnection, answering, closeConnections, type Cloud } from './test-connection.ts';
import { chances } from './chances.ts';
import type { TestSocket } from './test-socket.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

const refusing: Cloud = (socket, cmd) => cmd ?? socket.dispatch('error');
const deaf: Cloud = (socket, cmd) => cmd ?? socket.dispatch('open');
const thenAfterARead =
  (happens: (socket: TestSocket) => void): Cloud =>
  (socket, cmd) => {
    answering(socket, cmd);
    if (cmd === 'c2s_read') happens(socket);
  };

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  closeConnections();
  vi.useRealTimers();
});

describe('a lost connection', () => {
  test('A lost connection is retried immediately, and logs in, subscribes and reads the whole state each time', async () => {
    const { phone, last, states } = openConnection();
    await passes(10 * SECOND);
    for (let loss = 1; loss <= 5; loss += 1) {
      last().dispatch('close');
      await passes(250);
      expect(phone.sockets).toHaveLength(loss + 1);
      expect(last().sent).toEqual(['login_req', 'subscribe_req', 'c2s_read']);
      expect(states().slice(-2)).toEqual(['lost', 'open']);
      await passes(10 * SECOND);
    }
  });

  test('A lost connection is never given up while the page is shown: after a day of outage it is retried at least every 15 s', async () => {
    const { phone, gaps } = openConnection();
    phone.cloud = refusing;
    await passes(24 * HOUR);
    expect(gaps().length).toBeGreaterThan(24 * 60 * 4);
    expect(Math.max(...gaps())).toBeLessThanOrEqual(15 * SECOND);
  });

  test('A lost connection is not retried while the page is hidden, and is retried at once when the page is shown', async () => {
    const { phone, isShown, states } = openConnection();
    phone.cloud = refusing;
    await passes(MINUTE);
    isShown(false);
    const before = phone.sockets.length;
    await passes(10 * HOUR);
    expect(phone.sockets).toHaveLength(before);
    phone.cloud = answering;
    isShown(true);
    await passes(0);
    expect([phone.sockets.length, states().at(-1)]).toEqual([before + 1, 'open']);
  });

  test('A connection is retried within 5 s if the server accepts it and never responds', async () => {
    const { phone, gaps } = openConnection();
    phone.cloud = deaf;
    await passes(MINUTE);
    expect(gaps().length).toBeGreaterThan(10);
    expect(Math.max(...gaps())).toBeLessThanOrEqual(5 * SECOND);
    expect(phone.sockets.slice(0, -3).every(({ isClosed }) => isClosed)).toBe(true);
  });

  test('A login that became overdue while the page was hidden is repeated over a second connection when the page is shown, and the first response wins', async () => {
    const { phone, isShown, states } = openConnection();
    phone.cloud = deaf;
    await passes(SECOND);
    isShown(false);
    await passes(7 * SECOND);
    expect(phone.sockets).toHaveLength(1);
    phone.cloud = answering;
    isShown(true);
    await passes(0);
    expect([phone.sockets.length, phone.sockets[0]?.isClosed, states()]).toEqual([2, true, ['connecting', 'open']]);
  });

  test('A connection is replaced when the server misses the heartbeat', async () => {
    const { phone, last, states } = openConnection();
    await passes(10 * SECOND);
    last().receive('s2c_invalid_msg', { error_code: 1011, msg: 'No heartbeat!' });
    await passes(SECOND);
    expect([phone.sockets.length, phone.sockets[0]?.isClosed, states().at(-1)]).toEqual([2, true, 'open']);
  });
});

describe('the heartbeat', () => {
  test('Only one heartbeat runs after any number of reconnects and logins', async () => {
    const { phone, last } = openConnection();
    for (let time = 0; time < 5; time += 1) {
      await passes(7 * SECOND);
      last().receive('s2c_invalid_msg', { error_code: time % 2 ? 1003 : 1009, msg: '' });
      await passes(7 * SECOND);
      last().dispatch('close');
      await passes(SECOND);
    }
    const before = phone.sockets.reduce((sum, { pings }) => sum + pings, 0);
    await passes(5 * MINUTE);
    expect(phone.sockets.reduce((sum, { pings }) => sum + pings, 0) - before).toBe(10);
    expect(phone.sockets.filter(({ isClosed }) => !isClosed)).toEqual([last()]);
  });
});

describe('a failing server', () => {
  const onceLoggedIn =
    (happens: (socket: TestSocket) => void): Cloud =>
    (socket, cmd) => {
      if (cmd === 'login_req') answering(socket, cmd);
      if (cmd === 'subscribe_req') happens(socket);
      if (cmd === undefined) answering(socket);
    };

  test.each([
    ['after the login', onceLoggedIn((socket) => socket.dispatch('close'))],
    [
      'after the subscription',
      (socket: TestSocket, cmd?: string) => (cmd === 'c2s_read' ? socket.dispatch('close') : answering(socket, cmd)),
    ],
  ])('A server that hangs up %s, again and again, gets at most 12 connections in 25 s', async (_, cloud) => {
    for (let seed = 1; seed <= 50; seed += 1) {
      const { phone, connection } = openConnection({ random: chances(seed) });
      phone.cloud = cloud;
      await passes(25 * SECOND);
      connection.close();
      expect(phone.sockets.length, `seed ${seed}`).toBeLessThanOrEqual(12);
    }
  });

  test('A server that has told a state again is reconnected to at once, however often it has hung up before', async () => {
    const { phone, last } = openConnection();
    phone.cloud = onceLoggedIn((socket) => socket.dispatch('close'));
    await passes(MINUTE);
    phone.cloud = answering;
    await passes(30 * SECOND);
    const before = phone.sockets.length;
    last().dispatch('close');
    await passes(250);
    expect(phone.sockets).toHaveLength(before + 1);
  });

  test('A server that hangs up once while it restarts delays the reconnect no more than one that is not there', async () => {
    const { phone, gaps, last } = openConnection();
    await passes(10 * SECOND);
    phone.cloud = onceLoggedIn((socket) => socket.dispatch('close'));
    last().dispatch('close');
    await passes(250);
    phone.cloud = refusing;
    await passes(10 * SECOND);
    expect(Math.max(...gaps().slice(1))).toBeLessThanOrEqual(2_500);
  });

  test('A server that hangs up after each answer is not flooded', async () => {
    const { phone } = openConnection();
    phone.cloud = thenAfterARead((socket) => socket.dispatch('close'));
    await passes(MINUTE);
    expect(phone.sockets.length).toBeLessThan(40);
  });

  test('A server that asks for a new login after each answer is not flooded', async () => {
    const { phone } = openConnection();
    phone.cloud = thenAfterARead((socket) => socket.receive('s2c_invalid_msg', { error_code: 1009, msg: '' }));
    await passes(MINUTE);
    const logins = phone.sockets.flatMap(({ sent }) => sent).filter((cmd) => cmd === 'login_req').length;
    expect(phone.sockets.length).toBeGreaterThan(3);
    expect(logins).toBeLessThan(80);
  });
});
