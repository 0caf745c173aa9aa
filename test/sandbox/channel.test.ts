import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ChannelServer } from '../../sandbox/fleet/channel.ts';
import { WorldClock } from '../../sandbox/world/clock.ts';
import { demoDevices, type Device } from '../../sandbox/world/devices.ts';
import { World } from '../../sandbox/world/world.ts';

interface Frame {
  cmd: string;
  data?: Record<string, unknown>;
  res_sn?: number;
  did?: string;
}

/** Somebody else's app on the channel, that only sends and collects. */
class Caller {
  readonly frames: Frame[] = [];
  closed = false;

  constructor(private readonly socket: WebSocket) {
    socket.on('message', (text) => this.frames.push(JSON.parse(String(text)) as Frame));
    socket.once('close', () => {
      this.closed = true;
    });
  }

  say(...frames: (object | string)[]): void {
    for (const frame of frames) this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame));
  }

  all(cmd: string): Frame[] {
    return this.frames.filter((frame) => frame.cmd === cmd);
  }

  /** Resolves when everything said so far is answered: frames are taken in order. */
  async answered(): Promise<void> {
    const before = this.frames.length;
    const pongs = this.all('pong').length + this.all('s2c_invalid_msg').length;
    this.say({ cmd: 'ping' });
    await vi.waitFor(() => expect(this.all('pong').length + this.all('s2c_invalid_msg').length).toBeGreaterThan(pongs));
    await vi.waitFor(() => expect(this.frames.length).toBeGreaterThan(before));
  }

  hangUp(): void {
    this.socket.close();
  }
}

let world: World;
let clock: WorldClock;
let channel: ChannelServer;
let server: WebSocketServer;
let device: Device;
let token: string;
const did = 'did-PL10001';

beforeEach(async () => {
  clock = new WorldClock();
  world = new World(clock, 'a seed', demoDevices);
  device = deviceOf('PL10001');
  const [user] = world.users.all;
  if (!user) throw new Error('no demo users');
  token = world.channelToken(device, user);
  channel = new ChannelServer(world);
  server = new WebSocketServer({ host: '127.0.0.1', port: 0 });
  server.on('connection', (socket) => channel.accept(socket));
  await new Promise((resolve) => server.once('listening', resolve));
});

afterEach(async () => {
  for (const client of server.clients) client.terminate();
  await new Promise((resolve) => server.close(resolve));
});

function deviceOf(sno: string): Device {
  const found = world.device(sno);
  if (!found) throw new Error(`no device ${sno}`);
  return found;
}

const login = (more: object = {}) => ({
  cmd: 'login_req',
  data: { appid: 'giz-app', uid: 'giz-uid', token, p0_type: 'attrs_v4', heartbeat_interval: 60, auto_subscribe: false, ...more },
});

async function call(): Promise<Caller> {
  const { port } = server.address() as AddressInfo;
  const socket = new WebSocket(`ws://127.0.0.1:${port}`);
  const caller = new Caller(socket);
  await new Promise((resolve) => socket.once('open', resolve));
  return caller;
}

async function subscribed(): Promise<Caller> {
  const caller = await call();
  caller.say(login(), { cmd: 'subscribe_req', data: [{ did }] });
  await vi.waitFor(() => expect(caller.all('subscribe_res')).toHaveLength(1));
  return caller;
}

describe('logging in', () => {
  test('a token that the cloud gave out opens the channel', async () => {
    const caller = await call();
    caller.say(login());
    await vi.waitFor(() => expect(caller.frames).toEqual([{ cmd: 'login_res', data: { success: true } }]));
  });

  test.each([{ token: 'made-up' }, { uid: 'somebody' }, { appid: 'another' }])('%o is let in nowhere', async (wrong) => {
    const caller = await call();
    caller.say(login(wrong), { cmd: 'c2s_read', data: { did } });
    await vi.waitFor(() => expect(caller.frames).toHaveLength(2));
    expect(caller.frames[0]).toEqual({ cmd: 'login_res', data: { success: false } });
    expect(caller.frames[1]).toMatchObject({ cmd: 's2c_invalid_msg', data: { error_code: 1003 } });
  });

  test.each(['ping', 'subscribe_req', 'c2s_read', 'c2s_write'])('%s before the login is answered with 1003', async (cmd) => {
    const caller = await call();
    caller.say({ cmd, data: { did } });
    await vi.waitFor(() => expect(caller.frames).toHaveLength(1));
    expect(caller.frames[0]).toEqual({ cmd: 's2c_invalid_msg', data: { error_code: 1003, msg: expect.any(String) } });
  });

  test('five frames sent without waiting are answered in their order', async () => {
    const caller = await call();
    caller.say(login(), { cmd: 'subscribe_req', data: [{ did }] }, { cmd: 'c2s_read', data: { did } }, { cmd: 'ping' }, { cmd: 'c2s_read', data: { did } });
    await vi.waitFor(() => expect(caller.frames).toHaveLength(5));
    expect(caller.frames.map(({ cmd }) => cmd)).toEqual(['login_res', 'subscribe_res', 's2c_noti', 'pong', 's2c_noti']);
  });

  test('who logs in for automatic subscription hears of the token’s own device', async () => {
    const caller = await call();
    caller.say(login({ auto_subscribe: true }));
    await caller.answered();
    device.machine.start({ WortTime: 30 });
    await vi.waitFor(() => expect(caller.all('s2c_noti')).toHaveLength(1));
  });
});

describe('subscribing', () => {
  test('names the devices that were taken and those that were not, and pushes nothing yet', async () => {
    const caller = await call();
    caller.say(login(), { cmd: 'subscribe_req', data: [{ did }, { did: 'did-unknown' }, {}] });
    await caller.answered();
    expect(caller.all('subscribe_res')[0]?.data).toEqual({
      success: [{ did }],
      failed: [
        { did: 'did-unknown', error_code: expect.any(Number), msg: expect.any(String) },
        { did: '', error_code: expect.any(Number), msg: expect.any(String) },
      ],
    });
    expect(caller.all('s2c_noti')).toEqual([]);
  });

  test('both lists are sent even where one is empty', async () => {
    const caller = await subscribed();
    expect(caller.all('subscribe_res')[0]?.data).toEqual({ success: [{ did }], failed: [] });
  });

  test('a change is told once to each session, however often it subscribed, in the device’s own words', async () => {
    const [one, other] = [await subscribed(), await subscribed()];
    one.say({ cmd: 'subscribe_req', data: [{ did }, { did }] });
    await one.answered();
    device.machine.start({ Function: 2, WortTime: 30 });
    await Promise.all([one.answered(), other.answered()]);
    for (const caller of [one, other]) {
      expect(caller.all('s2c_noti')).toEqual([{ cmd: 's2c_noti', data: { did, attrs: expect.objectContaining({ OnOff: 1, Function: 2 }) } }]);
    }
    clock.advance(2 * 60_000);
    world.tick();
    await one.answered();
    expect(one.all('s2c_noti').at(-1)?.data).toEqual({ did, attrs: { UseTime: 2 } });
  });

  test('another device’s changes are not heard', async () => {
    const caller = await subscribed();
    deviceOf('PL10002').machine.start({ WortTime: 30 });
    await caller.answered();
    expect(caller.all('s2c_noti')).toEqual([]);
  });

  test('every session hears that the device went offline, and that it came back', async () => {
    const callers = [await subscribed(), await subscribed()];
    device.machine.setOnline(false);
    device.machine.setOnline(true);
    for (const caller of callers) {
      await caller.answered();
      expect(caller.all('s2c_online_status').map(({ data }) => data)).toEqual([
        { did, passcode: expect.any(String), mac: device.mac, online: false },
        { did, passcode: expect.any(String), mac: device.mac, online: true },
      ]);
    }
  });
});

describe('reading', () => {
  test('answers with the whole state, the names being optional', async () => {
    const caller = await subscribed();
    device.machine.start({ Function: 1, WortTime: 40 });
    await caller.answered();
    caller.say({ cmd: 'c2s_read', req_sn: 7, data: { did, names: ['OnOff'] } });
    await caller.answered();
    expect(caller.all('s2c_noti').at(-1)).toEqual({ cmd: 's2c_noti', res_sn: 7, data: { did, attrs: device.machine.told() } });
    expect(caller.all('s2c_noti').at(-1)?.data?.['attrs']).toMatchObject({ OnOff: 1, WortTime: 40, UseTime: 0 });
  });

  test('a device that never reports says that it was asked, and nothing else', async () => {
    const caller = await subscribed();
    device.machine.setSilent(true);
    caller.say({ cmd: 'c2s_read', req_sn: 8, data: { did } }, { cmd: 'c2s_write', req_sn: 9, data: { did, attrs: { OnOff: 1 } } });
    await caller.answered();
    expect(caller.all('s2c_ack')).toEqual([
      { cmd: 's2c_ack', res_sn: 8, did },
      { cmd: 's2c_ack', res_sn: 9, did },
    ]);
    expect(caller.all('s2c_noti')).toEqual([]);
  });

  test('an offline device answers nothing and takes no command', async () => {
    const caller = await subscribed();
    device.machine.setOnline(false);
    caller.say({ cmd: 'c2s_read', req_sn: 1, data: { did } }, { cmd: 'c2s_write', req_sn: 2, data: { did, attrs: { OnOff: 1 } } });
    await caller.answered();
    device.machine.setOnline(true);
    await caller.answered();
    expect([...caller.all('s2c_ack'), ...caller.all('s2c_noti')]).toEqual([]);
  });
});

describe('writing', () => {
  test('reaches the device, is acknowledged, and is told to everybody who listens', async () => {
    const [writer, listener] = [await subscribed(), await subscribed()];
    writer.say({ cmd: 'c2s_write', req_sn: 3, data: { did, attrs: { OnOff: 1, WortTime: 50 } } });
    await Promise.all([writer.answered(), vi.waitFor(() => expect(listener.all('s2c_noti').length).toBeGreaterThan(0))]);
    expect(writer.all('s2c_ack')).toEqual([{ cmd: 's2c_ack', res_sn: 3, did }]);
    expect(device.machine.told()).toMatchObject({ OnOff: 1, WortTime: 50 });
  });

  test.each([{ Turbo: 1 }, { OnOff: 'on' }, { Voltage: 1.5 }, [1], undefined])('%o is refused and changes nothing', async (attrs) => {
    const caller = await subscribed();
    const before = device.machine.told();
    caller.say({ cmd: 'c2s_write', data: { did, attrs } });
    await caller.answered();
    expect(caller.all('s2c_invalid_msg')).toHaveLength(1);
    expect(device.machine.told()).toEqual(before);
  });
});

describe('what makes no sense', () => {
  test.each(['', '{', 'null', '[]', '1', '{"cmd":1}', '{"cmd":"dance"}', '{"cmd":"subscribe_req"}', '{"cmd":"c2s_read"}', '{"cmd":"login_req","data":{}}'])(
    '%j is refused, and the line stays',
    async (text) => {
      const caller = await subscribed();
      caller.say(text);
      await caller.answered();
      expect(caller.all('s2c_invalid_msg')).toHaveLength(1);
      expect(caller.closed).toBe(false);
    },
  );
});

describe('the end of a line', () => {
  test('who is not heard for three heartbeats is told 1011 and hung up on', async () => {
    const caller = await call();
    caller.say(login({ heartbeat_interval: 1 }));
    await vi.waitFor(() => expect(caller.all('login_res')).toHaveLength(1));
    await vi.waitFor(() => expect(caller.closed).toBe(true), { timeout: 5_000, interval: 50 });
    expect(caller.frames.at(-1)).toMatchObject({ cmd: 's2c_invalid_msg', data: { error_code: 1011 } });
  });

  test('nobody listens to a device any more when every session is over', async () => {
    const offs = { report: vi.fn(), connection: vi.fn() };
    vi.spyOn(device.machine, 'onReport').mockReturnValue(offs.report);
    vi.spyOn(device.machine, 'onConnection').mockReturnValue(offs.connection);
    const [one, other] = [await subscribed(), await subscribed()];
    one.hangUp();
    await vi.waitFor(() => expect(offs.report).toHaveBeenCalledOnce());
    channel.closeAll();
    await vi.waitFor(() => expect([one.closed, other.closed]).toEqual([true, true]));
    expect(offs.report).toHaveBeenCalledTimes(2);
    expect(offs.connection).toHaveBeenCalledTimes(2);
  });
});
