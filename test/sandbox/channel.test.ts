import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { ChannelServer } from '../../sandbox/fleet/channel.ts';
import { WorldClock } from '../../sandbox/world/clock.ts';
import { Faults } from '../../sandbox/faults.ts';
import { demoDevices, type Device } from '../../sandbox/world/devices.ts';
import { World } from '../../sandbox/world/world.ts';

interface Frame {
  cmd: string;
  data?: Record<string, unknown>;
  res_sn?: number;
  did?: string;
}

/** A channel client that sends frames and collects responses. */
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

  /** Resolves when all frames sent so far are processed, which happens in order. */
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
let faults: Faults;
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
  faults = new Faults();
  channel = new ChannelServer(world, faults);
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
  data: {
    appid: 'giz-app',
    uid: 'giz-uid',
    token,
    p0_type: 'attrs_v4',
    heartbeat_interval: 60,
    auto_subscribe: false,
    ...more,
  },
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

describe('the login of the sandbox’s channel', () => {
  test.each([{ token: 'made-up' }, { uid: 'another-user' }, { appid: 'another' }])(
    'The credentials %o are refused at every address',
    async (wrong) => {
      const caller = await call();
      caller.say(login(wrong), { cmd: 'c2s_read', data: { did } });
      await vi.waitFor(() => expect(caller.frames).toHaveLength(2));
      expect(caller.frames[0]).toEqual({ cmd: 'login_res', data: { success: false } });
      expect(caller.frames[1]).toMatchObject({ cmd: 's2c_invalid_msg', data: { error_code: 1003 } });
    },
  );
});

describe('a subscription at the sandbox’s channel', () => {
  test('A subscription names the accepted devices and the rejected ones, and pushes nothing yet', async () => {
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

  test('A change is pushed once to each session, however often it subscribed, in the device’s own words', async () => {
    const [one, other] = [await subscribed(), await subscribed()];
    one.say({ cmd: 'subscribe_req', data: [{ did }, { did }] });
    await one.answered();
    device.machine.start({ Function: 2, WortTime: 30 });
    await Promise.all([one.answered(), other.answered()]);
    for (const caller of [one, other]) {
      expect(caller.all('s2c_noti')).toEqual([
        { cmd: 's2c_noti', data: { did, attrs: expect.objectContaining({ OnOff: 1, Function: 2 }) } },
      ]);
    }
    clock.advance(2 * 60_000);
    world.tick();
    await one.answered();
    expect(one.all('s2c_noti').at(-1)?.data).toEqual({ did, attrs: { ...device.machine.lastReport(), UseTime: 2 } });
  });
});

describe('a read at the sandbox’s channel', () => {
  test('A read is answered with the whole state, and its attribute names are optional', async () => {
    const caller = await subscribed();
    device.machine.start({ Function: 1, WortTime: 40 });
    await caller.answered();
    caller.say({ cmd: 'c2s_read', req_sn: 7, data: { did, names: ['OnOff'] } });
    await caller.answered();
    expect(caller.all('s2c_noti').at(-1)).toEqual({
      cmd: 's2c_noti',
      res_sn: 7,
      data: { did, attrs: device.machine.lastReport() },
    });
    expect(caller.all('s2c_noti').at(-1)?.data?.['attrs']).toMatchObject({ OnOff: 1, WortTime: 40, UseTime: 0 });
  });
});

describe('the devices that a session reaches', () => {
  const tokenOf = (userId: string, sno: string) => world.channelToken(deviceOf(sno), world.users.get(userId));
  const entering = async (userId: string, sno: string) => {
    const caller = await call();
    caller.say(login({ token: tokenOf(userId, sno) }));
    await vi.waitFor(() => expect(caller.all('login_res')).toHaveLength(1));
    return caller;
  };
  const refusals = (caller: Caller) => caller.all('s2c_invalid_msg').map(({ data }) => data?.['error_code']);

  test('A token for one device neither receives, reads nor writes another', async () => {
    const caller = await entering('ordinary', 'PL10001');
    const other = deviceOf('PL10002');
    const before = other.machine.lastReport();
    caller.say(
      { cmd: 'subscribe_req', data: [{ did: other.did }] },
      { cmd: 'c2s_read', data: { did: other.did } },
      { cmd: 'c2s_write', data: { did: other.did, attrs: { OnOff: 1 } } },
    );
    await caller.answered();
    expect(caller.all('subscribe_res')[0]?.data).toEqual({
      success: [],
      failed: [{ did: other.did, error_code: 1007, msg: expect.any(String) }],
    });
    expect(refusals(caller)).toEqual([1007, 1007]);
    expect([other.machine.lastReport(), caller.all('s2c_noti')]).toEqual([before, []]);
  });

  test('A leased device is reached by its tenant and by those it is shared with, not by a user who only entered it', async () => {
    world.leases.grant({ orderNo: 'L1', sno: 'PL10001', userId: 'leaser', assist: false, days: 3 });
    world.shares.all.push({ sno: 'PL10001', mobile: world.users.get('shared').mobile, at: 0 });
    const success = async (userId: string, entered: string) => {
      const caller = await entering(userId, entered);
      caller.say({ cmd: 'subscribe_req', data: [{ did }] });
      await caller.answered();
      return JSON.stringify(caller.all('subscribe_res')[0]?.data?.['success']) === JSON.stringify([{ did }]);
    };
    expect(await success('leaser', 'PL10002')).toBe(true);
    expect(await success('shared', 'PL10002')).toBe(true);
    expect(await success('ordinary', 'PL10001')).toBe(false);
  });

  test('A session is told once that its device was leased to somebody else, and once that it was given back', async () => {
    const caller = await subscribed();
    channel.tellBindings();
    const lease = world.leases.grant({ orderNo: 'L1', sno: 'PL10001', userId: 'leaser', assist: false, days: 3 });
    channel.tellBindings();
    channel.tellBindings();
    lease.expiresAt = 0;
    channel.tellBindings();
    await caller.answered();
    expect(caller.all('s2c_binding_changed').map(({ data }) => data)).toEqual([
      { did, bind: false },
      { did, bind: true },
    ]);
  });

  test('Only the user who started a device reaches it', async () => {
    device.machine.start({ WortTime: 30 });
    device.startedBy = 'card';
    for (const [userId, code] of [
      ['card', []],
      ['ordinary', [1007]],
    ] as const) {
      const caller = await entering(userId, 'PL10001');
      caller.say({ cmd: 'c2s_write', data: { did, attrs: { WortTime: 40 } } });
      await caller.answered();
      expect([userId, refusals(caller)]).toEqual([userId, code]);
    }
  });
});

describe('the end of a connection', () => {
  test('The sandbox observes no device any more when every session has ended', async () => {
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
