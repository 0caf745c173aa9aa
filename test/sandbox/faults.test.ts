import { WebSocket } from 'ws';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { enterPage } from '../../src/core/device/api.ts';
import { sandbox } from './callers.ts';

type Sandbox = Awaited<ReturnType<typeof sandbox>>;

const ask = ({ post, running }: Sandbox, path = `/api${getUser.path}`) =>
  post(
    path,
    { appKey: 'physio', version: '1.0.0', data: {} },
    { authorization: running.world.users.get('ordinary').accessToken },
  );

describe('a fault of a call', () => {
  test('A fault affects the given endpoint, the given number of times, in the order of the faults', async () => {
    const world = await sandbox();
    await world.control('faults', { path: getUser.path, kind: 'http', status: 503, times: 2 });
    await world.control('faults', { path: '*', kind: 'refuse', code: '1', message: '忙' });
    expect((await ask(world)).status).toBe(503);
    expect((await ask(world)).status).toBe(503);
    expect(await (await ask(world)).json()).toEqual({ code: '1', message: '忙', data: null });
    expect(await (await ask(world)).json()).toMatchObject({ code: '200' });
  });

  test('A call that a fault answers by a status says when to ask again, if the fault says so', async () => {
    const world = await sandbox();
    await world.control('faults', { path: getUser.path, kind: 'http', status: 429, retryAfter: 7 });
    const answers = [await ask(world), await ask(world)];
    expect(answers.map(({ status, headers }) => [status, headers.get('retry-after')])).toEqual([
      [429, '7'],
      [200, null],
    ]);
  });

  test('A fault can be removed', async () => {
    const world = await sandbox();
    await world.control('faults', { path: `/api${getUser.path}`, kind: 'html', times: 9 });
    expect(await (await ask(world)).text()).toContain('<html>');
    expect((await fetch(`${world.at}/__sandbox/faults`, { method: 'DELETE' })).status).toBe(200);
    expect((await ask(world)).status).toBe(200);
  });
});

describe('a fault of the device channel', () => {
  async function line(world: Sandbox) {
    const { data } = await world.call('card', enterPage.path, { sno: 'PL10005' });
    const { token, uid, gizAppId } = data as { token: string; uid: string; gizAppId: string };
    const socket = new WebSocket(`${world.at.replace('http', 'ws')}/ws/app/v1`);
    onTestFinished(() => socket.terminate());
    const received: { cmd: string; data: Record<string, unknown> }[] = [];
    let end: string | undefined;
    socket.on('message', (text) => received.push(JSON.parse(String(text))));
    socket.on('close', () => (end ??= 'closed'));
    socket.on('error', ({ message }) => (end ??= message));
    await new Promise((resolve) => socket.once('open', resolve).once('error', resolve));
    const says = (frame: object) => socket.send(JSON.stringify(frame));
    if (socket.readyState === WebSocket.OPEN)
      says({
        cmd: 'login_req',
        data: { appid: gizAppId, uid, token, p0_type: 'attrs_v4', heartbeat_interval: 60, auto_subscribe: true },
      });
    return { received, says, end: () => end };
  }

  test('A channel fault refuses the login, or the connection itself', async () => {
    const world = await sandbox();
    await world.control('faults', { path: 'ws', kind: 'refuse' });
    const refused = await line(world);
    await expect.poll(() => refused.received[0]?.data).toEqual({ success: false });
    await world.control('faults', { path: 'ws', kind: 'http', status: 502 });
    const unanswered = await line(world);
    expect(unanswered.end()).toContain('502');
  });

  test('A channel fault sends a code to the open connections, and to the next one', async () => {
    const world = await sandbox();
    const open = await line(world);
    await expect.poll(() => open.received).toHaveLength(1);
    await world.control('faults', { path: 'ws', kind: 'refuse', code: 1009, message: 'M2M socket has closed' });
    const lost = { cmd: 's2c_invalid_msg', data: { error_code: 1009, msg: 'M2M socket has closed' } };
    await expect.poll(() => open.received.at(-1)).toEqual(lost);
    expect(open.end()).toBeUndefined();
    const next = await line(world);
    await expect.poll(() => next.received).toEqual([lost]);
    await world.control('faults', { path: 'ws', kind: 'refuse', code: 1011, times: 0 });
    await expect.poll(open.end).toBe('closed');
  });

  test('A channel fault refuses or withholds the answer to one command', async () => {
    const world = await sandbox();
    await world.control('faults', { path: 'ws/login_req', kind: 'refuse', code: 9004 });
    const refused = await line(world);
    await expect.poll(() => refused.received[0]?.data).toMatchObject({ success: false, error_code: 9004 });
    for (const fault of [
      { path: 'ws/dance', kind: 'hang' },
      { path: 'ws/ping', kind: 'html' },
      { path: 'ws/ping', kind: 'hang', times: 0 },
    ]) {
      expect((await world.control('faults', fault)).status).toBe(400);
    }
  });
});
