import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GizwitsDeviceChannel } from '../../src/adapters/gizwits/device-channel.ts';
import type { ChannelOptions } from '../../src/adapters/gizwits/options.ts';
import { openNodeSocket } from '../../src/adapters/node/network/node-socket.ts';
import type { ChannelEvent, DeviceConnection } from '../../src/ports/device-channel.ts';
import { addressAt, GizwitsCloud } from './gizwits-cloud.ts';

/** The channel's default timeouts with a shorter ping interval; shorter timeouts would fail on a busy machine. */
const quickPings = { pingEveryMs: 60 };
const PATIENCE = { timeout: 10_000 };
const channelOver = (more: Partial<ChannelOptions> = {}) =>
  new GizwitsDeviceChannel({ openSocket: openNodeSocket, secure: false, ...more });

describe('GizwitsDeviceChannel', () => {
  let cloud: GizwitsCloud;
  let events: ChannelEvent[];
  const lines: DeviceConnection[] = [];
  const open = (more: Partial<ChannelOptions> = {}) => {
    const connection = channelOver({ times: quickPings, ...more }).open(
      addressAt(cloud.port),
      (event) => event.kind !== 'pong' && events.push(event),
    );
    lines.push(connection);
    return connection;
  };
  const states = () => events.flatMap((event) => (event.kind === 'line' ? [event.state] : []));
  const attributes = () => events.flatMap((event) => (event.kind === 'attributes' ? [event.attributes] : []));
  const stands = () => expect.poll(() => attributes().length, PATIENCE).toBeGreaterThan(0);
  beforeEach(async () => {
    cloud = new GizwitsCloud();
    events = [];
    await cloud.start();
  });
  afterEach(async () => {
    for (const connection of lines.splice(0)) connection.close();
    await cloud.stop();
  });

  test('GizwitsDeviceChannel logs in, subscribes and reads, in this order and in the protocol’s words', async () => {
    open({ times: {} });
    await stands();
    expect(cloud.frames).toEqual([
      {
        cmd: 'login_req',
        data: {
          appid: 'app',
          uid: 'user',
          token: 'a-token',
          p0_type: 'attrs_v4',
          heartbeat_interval: 60,
          auto_subscribe: false,
        },
      },
      { cmd: 'subscribe_req', data: [{ did: 'did-1' }] },
      { cmd: 'c2s_read', data: { did: 'did-1' } },
    ]);
    expect(states()).toEqual(['connecting', 'open']);
  });

  test('GizwitsDeviceChannel tells a report that may answer a read from one that the device sends by itself', async () => {
    const line = open({ times: {} });
    const answers = () => events.flatMap((event) => (event.kind === 'attributes' ? [event.mayAnswerRead] : []));
    await stands();
    cloud.send({ cmd: 's2c_noti', data: { did: 'did-1', attrs: { useTime: 1 } } });
    await expect.poll(answers, PATIENCE).toEqual([true, undefined]);
    line.read();
    await expect.poll(answers, PATIENCE).toEqual([true, undefined, true]);
  });

  test('GizwitsDeviceChannel pings only after the login, and keeps the connection while pongs arrive', async () => {
    open();
    await expect.poll(() => cloud.count('ping'), PATIENCE).toBeGreaterThan(3);
    expect(cloud.frames[0]?.cmd).toBe('login_req');
    expect(states()).toEqual(['connecting', 'open']);
    expect(cloud.connections).toBe(1);
  });

  test('GizwitsDeviceChannel replaces a connection that misses a pong', async () => {
    cloud.faults = { silentPing: true };
    open({ times: { ...quickPings, pongMs: 60 } });
    await expect.poll(() => states().slice(0, 4), PATIENCE).toEqual(['connecting', 'open', 'lost', 'open']);
    expect(cloud.connections).toBeGreaterThan(1);
  });

  test('GizwitsDeviceChannel retries if the server accepts the connection and never responds', async () => {
    cloud.faults = { silentLogin: true };
    open({ times: { overdueMs: 100, loginMs: 150 } });
    await expect.poll(() => cloud.connections, PATIENCE).toBeGreaterThan(1);
    await expect.poll(() => states(), PATIENCE).toEqual(['connecting', 'lost']);
    cloud.faults = {};
    await stands();
    expect(states().at(-1)).toBe('open');
  });

  test('GizwitsDeviceChannel reports a refused login once, and does not retry', async () => {
    cloud.faults = { refusesLogin: '9004' };
    open();
    await expect.poll(() => events).toContainEqual({ kind: 'login-failed', code: '9004' });
    await expect.poll(() => cloud.count('login_req')).toBe(1);
    expect(events).toEqual([
      { kind: 'line', state: 'connecting' },
      { kind: 'login-failed', code: '9004' },
    ]);
  });

  test.each([1003, 1009])(
    'GizwitsDeviceChannel logs in again on the same connection when the server sends the code %i',
    async (error_code) => {
      open();
      await stands();
      cloud.send({ cmd: 's2c_invalid_msg', data: { error_code, msg: '' } });
      await expect.poll(() => cloud.count('c2s_read'), PATIENCE).toBe(2);
      expect(cloud.connections).toBe(1);
      expect(cloud.count('login_req')).toBe(2);
      await expect.poll(() => states()).toEqual(['connecting', 'open', 'lost', 'open']);
    },
  );

  test('GizwitsDeviceChannel is connected again within a second of a reset', async () => {
    open({ times: {} });
    await stands();
    const cutAt = performance.now();
    events = [];
    cloud.cut();
    await stands();
    expect(performance.now() - cutAt).toBeLessThan(1_000);
  });

  test('GizwitsDeviceChannel reconnects by itself after an outage', async () => {
    open({ times: {} });
    await stands();
    const { port } = cloud;
    await cloud.stop();
    await expect.poll(() => states().at(-1)).toBe('lost');
    events = [];
    await cloud.start(port);
    await stands();
    expect(states()).toEqual(['open']);
  });

  test('GizwitsDeviceChannel does not flood a server that hangs up after each login', async () => {
    cloud.faults = { hangsUpAfterLogin: true };
    open({ times: {}, random: () => 0.99 });
    await expect.poll(() => cloud.connections, { timeout: 3_000, interval: 5 }).toBe(3);
    const third = performance.now();
    await expect.poll(() => cloud.connections, { timeout: 3_000, interval: 5 }).toBe(4);
    expect(performance.now() - third).toBeGreaterThan(700);
  });

  test('GizwitsDeviceChannel ignores malformed frames and reports of other devices', async () => {
    open();
    await stands();
    events = [];
    for (const frame of [
      '',
      '{',
      'null',
      '[]',
      '1',
      '{"cmd":1}',
      '{"cmd":"s2c_noti"}',
      '{"cmd":"login_res","data":{"success":false}}',
    ])
      cloud.send(frame);
    cloud.send({ cmd: 's2c_noti', data: { did: 'did-1', attrs: [1] } });
    cloud.send({ cmd: 's2c_noti', data: { did: 'did-2', attrs: { onOff: 0 } } });
    cloud.send({ cmd: 's2c_online_status', data: { did: 'did-2', online: false } });
    cloud.send('{"cmd":"s2c_noti","data":{"did":"did-1","attrs":{"__proto__":{"x":1},"constructor":1,"onOff":1}}}');
    await expect.poll(() => events).toEqual([{ kind: 'attributes', attributes: { onOff: 1 } }]);
  });

  test('GizwitsDeviceChannel reads the report in a frame whose optional fields are invalid', async () => {
    open();
    await stands();
    events = [];
    cloud.send({ cmd: 's2c_online_status', data: { did: 'did-1', passcode: null, mac: 7, online: false } });
    cloud.send({ cmd: 's2c_noti', res_sn: 'first', data: { did: 'did-1', attrs: { onOff: 0 } } });
    cloud.send({
      cmd: 'subscribe_res',
      res_sn: null,
      data: { success: null, failed: [{ did: 'did-1', error_code: null }] },
    });
    await expect
      .poll(() => events.slice(0, 4))
      .toEqual([
        { kind: 'online', online: false },
        { kind: 'attributes', attributes: { onOff: 0 } },
        { kind: 'failure', failure: { step: 'subscribe', reason: 'refused' } },
        { kind: 'line', state: 'lost' },
      ]);
  });

  test('GizwitsDeviceChannel reads two frames that arrive in one message, and ignores binary messages', async () => {
    open();
    await stands();
    events = [];
    const noti = (onOff: number) => ({ cmd: 's2c_noti', data: { did: 'did-1', attrs: { onOff } } });
    cloud.sendBytes(Buffer.from(JSON.stringify(noti(7))));
    cloud.sendTogether(noti(1), noti(0));
    await expect.poll(attributes).toEqual([{ onOff: 1 }, { onOff: 0 }]);
    expect(cloud.connections).toBe(1);
  });

  test('GizwitsDeviceChannel reconnects after a message that is too large to read, and reports the reason', async () => {
    open({ times: {} });
    await stands();
    events = [];
    cloud.send(`"${'x'.repeat(2 * 1024 * 1024)}"`);
    await expect.poll(() => states(), PATIENCE).toEqual(['lost', 'open']);
    expect(events[0]).toEqual({
      kind: 'failure',
      failure: expect.objectContaining({
        step: 'listen',
        reason: 'closed',
        message: expect.stringContaining('payload size'),
      }),
    });
  });

  test.each([
    [1001, 'going away'],
    [1008, 'policy'],
    [1012, ''],
    [4001, 'who are you'],
  ])('GizwitsDeviceChannel reports the code %i with which the server hung up, and reconnects', async (code, reason) => {
    open({ times: {} });
    await stands();
    events = [];
    cloud.hangUp(code, reason);
    await expect.poll(() => states(), PATIENCE).toEqual(['lost', 'open']);
    expect(events[0]).toEqual({
      kind: 'failure',
      failure: { step: 'listen', reason: 'closed', code: String(code), message: reason || undefined },
    });
  });

  test('GizwitsDeviceChannel reports why the connection to the address failed', async () => {
    const { port } = cloud;
    await cloud.stop();
    lines.push(channelOver().open(addressAt(port), (event) => events.push(event)));
    await expect
      .poll(() => events.find(({ kind }) => kind === 'failure'), PATIENCE)
      .toEqual({
        kind: 'failure',
        failure: { step: 'connect', reason: 'closed', message: expect.stringContaining('ECONNREFUSED') },
      });
    await cloud.start(port);
    await stands();
  });

  test('GizwitsDeviceChannel never connects to a host that contains other parts of a URL', async () => {
    const opened: string[] = [];
    const openSocket = (url: string) => {
      opened.push(url);
      return openNodeSocket(url);
    };
    const channel = channelOver({ openSocket });
    for (const host of ['user:secret@127.0.0.1', '127.0.0.1/x?', '127.0.0.1#', 'a b', '']) {
      lines.push(channel.open({ ...addressAt(cloud.port), host }, (event) => events.push(event)));
    }
    await expect.poll(() => states().filter((state) => state === 'lost').length).toBe(5);
    expect(opened).toEqual([]);
  });

  describe('GizwitsDeviceChannel on a page', () => {
    let visible = true;
    let listener = () => {};
    const presence = {
      visible: () => visible,
      onChange: (one: () => void) => {
        listener = one;
        return () => (listener = () => {});
      },
    };
    beforeEach(() => {
      visible = true;
    });

    test('GizwitsDeviceChannel does not retry while the page is hidden, and retries at once when it is shown', async () => {
      open({ presence, random: () => 0 });
      await stands();
      visible = false;
      listener();
      cloud.cut();
      await expect.poll(() => states().at(-1)).toBe('lost');
      await expect.poll(() => cloud.connections).toBe(1);
      events = [];
      visible = true;
      listener();
      await stands();
      expect(cloud.connections).toBe(2);
    });

    test('GizwitsDeviceChannel pings immediately when the page is shown again', async () => {
      open({ presence, times: {} });
      await stands();
      expect(cloud.count('ping')).toBe(0);
      listener();
      listener();
      await expect.poll(() => cloud.count('ping')).toBe(1);
    });
  });
});
