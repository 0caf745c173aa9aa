import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits-device-channel.ts';
import { SocketOfATest } from './socket-of-a-test.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

async function aLineThatStands() {
  const sockets: SocketOfATest[] = [];
  const openSocket = () => {
    const socket = new SocketOfATest();
    sockets.push(socket);
    return socket;
  };
  const address = { did: 'did-1', host: 'channel.test', wsPort: 80, wssPort: 443, appId: 'app', uid: 'user', token: 'token' };
  const line = new GizwitsDeviceChannel({ openSocket, secure: true, random: () => 0 }).open(address, () => undefined);
  await vi.advanceTimersByTimeAsync(0);
  const [socket] = sockets as [SocketOfATest];
  socket.happens('open');
  socket.says('login_res', { success: true });
  socket.says('subscribe_res', { success: [{ did: 'did-1' }], failed: [] });
  return { line, socket, sockets };
}

test('a line that stands is asked every thirty seconds whether it is alive', async () => {
  const { line, socket, sockets } = await aLineThatStands();
  await vi.advanceTimersByTimeAsync(29_999);
  expect(socket.pings).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(socket.pings).toBe(1);
  socket.happens('message', { cmd: 'pong' });
  await vi.advanceTimersByTimeAsync(30_000);
  expect([socket.pings, sockets.length]).toEqual([2, 1]);
  line.close();
});

test('a line that does not answer within five seconds is dead, and a new one is built', async () => {
  const { line, socket, sockets } = await aLineThatStands();
  await vi.advanceTimersByTimeAsync(34_999);
  expect([socket.isClosed, sockets.length]).toEqual([false, 1]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect([socket.isClosed, sockets.length]).toEqual([true, 2]);
  line.close();
});
