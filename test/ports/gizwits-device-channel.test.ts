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
