import { anything, assert, jsonValue, oneof, property, string } from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { openConnection, answering, closeConnections, type Cloud } from './test-connection.ts';
import type { TestSocket } from './test-socket.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A correct server, except for its reaction to these commands. */
const cloud =
  (otherwise: Record<string, (socket: TestSocket) => void>): Cloud =>
  (socket, cmd) => {
    const act = cmd === undefined ? undefined : otherwise[cmd];
    if (act) act(socket);
    else answering(socket, cmd);
  };
const nothing = () => undefined;
const subscribesTo = (data: object) => cloud({ subscribe_req: (socket) => socket.receive('subscribe_res', data) });
const says = (data: object | string) => (socket: TestSocket) =>
  socket.dispatch('message', { cmd: 's2c_invalid_msg', data });
const acceptLogin = (socket: TestSocket) => socket.receive('login_res', { success: true });
const after = (ms: number, act: (socket: TestSocket) => void) => (socket: TestSocket) =>
  void setTimeout(() => act(socket), ms);
const ownDevice = { did: 'did-1' };
const notBound = { did: 'did-1', error_code: 1004, msg: 'not bound' };

const passes = (ms: number) => vi.advanceTimersByTimeAsync(ms);
const countSent = (phone: ReturnType<typeof openConnection>['phone'], cmd: string) =>
  phone.sockets.flatMap(({ sent }) => sent).filter((one) => one === cmd).length;
beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  closeConnections();
  vi.useRealTimers();
});

const rows: [fault: string, server: Cloud, failure: [step: string, reason: string, code?: string, message?: string]][] =
  [
    [
      'refuses the subscription with a code',
      subscribesTo({ success: [], failed: [notBound] }),
      ['subscribe', 'refused', '1004', 'not bound'],
    ],
    [
      'refuses the subscription without a list of accepted devices',
      subscribesTo({ failed: [notBound] }),
      ['subscribe', 'refused', '1004', 'not bound'],
    ],
    [
      'refuses the subscription without naming the device',
      subscribesTo({ failed: [{ error_code: '9017' }] }),
      ['subscribe', 'refused', '9017'],
    ],
    [
      'accepts and refuses the same device',
      subscribesTo({ success: [ownDevice], failed: [notBound] }),
      ['subscribe', 'refused', '1004', 'not bound'],
    ],
    ['never answers the login', cloud({ login_req: nothing }), ['login', 'no-answer']],
    ['never lets a socket open', nothing, ['connect', 'no-answer']],
    [
      'answers the login with an invalid value',
      cloud({ login_req: (socket) => socket.receive('login_res', { success: 'perhaps' }) }),
      ['login', 'no-answer'],
    ],
    [
      'hangs up at the login with a code',
      cloud({ login_req: (socket) => socket.closeByServer(4001, 'who are you') }),
      ['login', 'closed', '4001', 'who are you'],
    ],
    [
      'hangs up at the subscription',
      cloud({ subscribe_req: (socket) => socket.closeByServer(1008) }),
      ['subscribe', 'closed', '1008'],
    ],
    [
      'hangs up once the connection is open',
      cloud({ c2s_read: (socket) => socket.closeByServer(1001, 'going away') }),
      ['listen', 'closed', '1001', 'going away'],
    ],
    [
      'reports its error in plain text',
      cloud({ login_req: says('unknown appid') }),
      ['login', 'error', undefined, 'unknown appid'],
    ],
    ...[1003, '1003', 1009, '1009', 1011, '1011', 1001].map((error_code): (typeof rows)[number] => [
      `answers the login with s2c_invalid_msg ${JSON.stringify(error_code)}`,
      cloud({ login_req: says({ error_code, msg: 'no' }) }),
      ['login', 'error', String(error_code), 'no'],
    ]),
    ...[1003, '1009', 1011, 1002].map((error_code): (typeof rows)[number] => [
      `answers the subscription with s2c_invalid_msg ${JSON.stringify(error_code)}`,
      cloud({ subscribe_req: says({ error_code }), c2s_read: nothing }),
      ['subscribe', 'refused', String(error_code)],
    ]),
    ...[1003, 1009, '1011'].map((error_code): (typeof rows)[number] => [
      `answers the state request with s2c_invalid_msg ${JSON.stringify(error_code)}`,
      cloud({ c2s_read: says({ error_code }) }),
      ['listen', 'refused', String(error_code)],
    ]),
  ];

test.each(rows)(
  'The failure of a server that %s is reported, the server is not flooded, and the channel is open over one socket half a minute after its recovery',
  async (_, server, [step, reason, code, message]) => {
    const { phone, states, failures } = openConnection();
    phone.cloud = server;
    await passes(MINUTE);
    const open = () => phone.sockets.filter(({ isClosed }) => !isClosed);
    expect(failures()[0]).toEqual({ step, reason, code, message });
    for (const sent of [phone.sockets.length, countSent(phone, 'login_req'), countSent(phone, 'subscribe_req')])
      expect(sent).toBeLessThan(80);
    expect(open().length).toBeLessThanOrEqual(3);
    phone.cloud = answering;
    await passes(31 * SECOND);
    expect([states().at(-1), open().length]).toEqual(['open', 1]);
  },
);

describe('a subscription', () => {
  test('A connection is open only after the server has confirmed the subscription', async () => {
    const { phone, states, last } = openConnection();
    phone.cloud = cloud({ subscribe_req: nothing });
    await passes(3 * SECOND);
    expect([states(), phone.events.at(-1)]).toEqual([['connecting'], { kind: 'logged-in' }]);
    last().receive('subscribe_res', { success: [{ ...ownDevice, error_code: 0, msg: '' }] });
    await passes(0);
    expect([states(), phone.sockets.length]).toEqual([['connecting', 'open'], 1]);
  });

  test('A refused subscription is sent again over the same connection, at most every half a minute', async () => {
    const { phone, states } = openConnection();
    phone.cloud = subscribesTo({ failed: [notBound] });
    await passes(10 * MINUTE);
    expect([phone.sockets.length, countSent(phone, 'login_req')]).toEqual([1, 1]);
    expect(countSent(phone, 'subscribe_req')).toBeGreaterThan(20);
    expect(countSent(phone, 'subscribe_req')).toBeLessThan(30);
    expect(states()).toEqual(['connecting']);
  });

  test('A subscription that the server withdraws leaves the connection lost until the server accepts it again', async () => {
    const { phone, states, last, failures } = openConnection();
    await passes(SECOND);
    last().receive('subscribe_res', { failed: [notBound] });
    expect([states(), failures().at(-1)?.code]).toEqual([['connecting', 'open', 'lost'], '1004']);
    await passes(3 * SECOND);
    expect([states().at(-1), phone.sockets.length]).toEqual(['open', 1]);
  });

  test.each([
    ['nothing at all', undefined],
    ['neither list', {}],
    ['lists that are null', { success: null, failed: null }],
    ['empty lists', { success: [], failed: [] }],
    ['only another device', { success: [{ did: 'did-2' }], failed: [] }],
    ['only another device’s refusal', { failed: [{ did: 'did-2', error_code: 1004 }] }],
    ['the device’s id in upper case, which names another device', { success: [{ did: 'DID-1' }], failed: [] }],
  ])(
    'A subscription that is answered with %s within 5 s is replaced by a login with automatic subscription, and is confirmed by the first report of the device',
    async (_, data) => {
      const { phone, states, last, failures } = openConnection();
      phone.cloud = cloud({
        subscribe_req: (socket) => data && socket.receive('subscribe_res', data),
        c2s_read: nothing,
      });
      await passes(4_999);
      expect(countSent(phone, 'login_req')).toBe(1);
      await passes(1);
      expect(failures()).toEqual([{ step: 'subscribe', reason: 'no-answer' }]);
      expect(
        last()
          .frames.filter(({ cmd }) => cmd === 'login_req')
          .map(({ data: sent }) => (sent as { auto_subscribe: boolean }).auto_subscribe),
      ).toEqual([false, true]);
      expect([phone.sockets.length, states()]).toEqual([1, ['connecting']]);
      last().receive('s2c_noti', { did: 'did-1', attrs: { OnOff: 1 } });
      expect([states(), phone.events.at(-1)]).toEqual([
        ['connecting', 'open'],
        { kind: 'attributes', attributes: { OnOff: 1 }, mayAnswerRead: true },
      ]);
    },
  );

  test('A report that arrives before the subscription is confirmed is emitted, and does not open the connection', async () => {
    const { phone, states, last } = openConnection();
    phone.cloud = cloud({ subscribe_req: nothing });
    await passes(SECOND);
    last().receive('s2c_noti', { did: 'did-1', attrs: { OnOff: 0 } });
    expect([states(), phone.events.at(-1)]).toEqual([['connecting'], { kind: 'attributes', attributes: { OnOff: 0 } }]);
  });

  test('A subscription without a response or a report is never confirmed, and the channel keeps its socket', async () => {
    const { phone, states } = openConnection();
    phone.cloud = cloud({ subscribe_req: nothing, c2s_read: nothing });
    await passes(10 * MINUTE);
    expect([states(), phone.sockets.length]).toEqual([['connecting'], 1]);
    expect(countSent(phone, 'subscribe_req')).toBeLessThan(30);
    expect(countSent(phone, 'ping')).toBeGreaterThan(18);
  });
});

describe('a login', () => {
  test.each([4_500, 9_000, 9_999])('A login that takes %i ms succeeds', async (ms) => {
    const { phone, states } = openConnection();
    phone.cloud = cloud({ login_req: after(ms, acceptLogin) });
    await passes(ms + SECOND);
    expect(states()).toEqual(['connecting', 'open']);
    expect(phone.sockets.filter(({ isClosed }) => !isClosed)).toEqual([phone.sockets[0]]);
    await passes(MINUTE);
    expect([phone.sockets.filter(({ isClosed }) => !isClosed).length, states()]).toEqual([1, ['connecting', 'open']]);
  });

  test('A login without a response is repeated over another socket within 5 s, and the first response wins', async () => {
    const { phone, gaps, states } = openConnection();
    let logins = 0;
    phone.cloud = cloud({ login_req: (socket) => (logins += 1) > 1 && acceptLogin(socket) });
    await passes(5 * SECOND);
    expect([gaps().length, states()]).toEqual([1, ['connecting', 'open']]);
    expect(Math.max(...gaps())).toBeLessThanOrEqual(5 * SECOND);
    expect(phone.sockets.map(({ isClosed }) => isClosed)).toEqual([true, false]);
  });

  test('A login that is never answered is reported as lost after ten seconds', async () => {
    const { phone, states } = openConnection();
    phone.cloud = cloud({ login_req: nothing });
    await passes(9_999);
    expect(states()).toEqual(['connecting']);
    await passes(1);
    expect(states()).toEqual(['connecting', 'lost']);
  });

  test('A refused login is reported with its code over either socket, and is not retried', async () => {
    const { phone } = openConnection();
    phone.cloud = cloud({
      login_req: after(4_500, (socket) =>
        socket.receive('login_res', { success: 0, error_code: 9004, msg: 'token expired' }),
      ),
    });
    await passes(MINUTE);
    expect(phone.events.at(-1)).toEqual({ kind: 'login-failed', code: '9004', message: 'token expired' });
    expect([phone.sockets.length, phone.sockets.every(({ isClosed }) => isClosed)]).toEqual([2, true]);
  });

  test.each([
    ['refuses', (socket: TestSocket) => socket.receive('login_res', { success: false })],
    ['never answers', nothing],
  ])(
    'A login with automatic subscription uses a new socket if the server %s a second login over the same one',
    async (_, again) => {
      const { phone, last, states } = openConnection();
      phone.cloud = cloud({
        login_req: (socket) =>
          socket.sent.filter((cmd) => cmd === 'login_req').length > 1 ? again(socket) : acceptLogin(socket),
        subscribe_req: nothing,
      });
      await passes(11 * SECOND);
      expect([phone.sockets.length, last().frames[0], states().at(-1)]).toMatchObject([
        2,
        { cmd: 'login_req', data: { auto_subscribe: true } },
        'open',
      ]);
      expect(phone.events.some(({ kind }) => kind === 'login-failed')).toBe(false);
    },
  );

  test('A login that is refused after an accepted one over the same socket is reported only after a new socket refuses it too', async () => {
    const { phone, last } = openConnection();
    await passes(10 * SECOND);
    phone.cloud = cloud({ login_req: (socket) => socket.receive('login_res', { success: false, error_code: 9004 }) });
    last().receive('s2c_invalid_msg', { error_code: 1009 });
    await passes(SECOND);
    expect([phone.events.at(-1), phone.sockets.length]).toEqual([{ kind: 'login-failed', code: '9004' }, 2]);
  });

  test('A login that is answered twice makes one subscription and one heartbeat', async () => {
    const { phone, states } = openConnection();
    phone.cloud = cloud({ login_req: (socket) => [acceptLogin(socket), acceptLogin(socket)] });
    await passes(5 * MINUTE);
    expect([countSent(phone, 'subscribe_req'), countSent(phone, 'ping'), states()]).toEqual([
      1,
      10,
      ['connecting', 'open'],
    ]);
  });

  test('A report that arrives before the login is answered does not count as the login’s answer', async () => {
    const { phone, states } = openConnection();
    phone.cloud = cloud({
      login_req: (socket) => {
        socket.receive('s2c_noti', { did: 'did-1', attrs: { OnOff: 1 } });
        socket.receive('subscribe_res', { success: [ownDevice] });
      },
    });
    await passes(SECOND);
    expect([states(), phone.events.length]).toEqual([['connecting'], 1]);
  });
});

test('The message of a refused login is reported without the token, and shortened', async () => {
  const { phone, failures } = openConnection();
  phone.cloud = subscribesTo({ failed: [{ error_code: 1004, msg: `a-token is not bound ${'x'.repeat(5_000)}` }] });
  await passes(SECOND);
  expect(failures()[0]?.message).toMatch(/^\[token\] is not bound x+$/);
  expect(failures()[0]?.message).toHaveLength(200);
});

describe('an acknowledgement', () => {
  test('A report that asks for an acknowledgement is acknowledged with its number and its device', async () => {
    const { last } = openConnection();
    await passes(SECOND);
    last().dispatch('message', { cmd: 's2c_noti', req_sn: 41, data: { did: 'did-1', attrs: {} } });
    last().dispatch('message', { cmd: 's2c_noti', res_sn: 42, data: { did: 'did-1', attrs: {} } });
    last().dispatch('message', { cmd: 's2c_noti', req_sn: 43, data: { did: 'did-2', attrs: {} } });
    await passes(0);
    expect(last().frames.filter(({ cmd }) => cmd === 'c2s_ack')).toEqual([
      { cmd: 'c2s_ack', res_sn: 41, did: 'did-1' },
    ]);
  });
});

describe('the online status', () => {
  test.each([
    [true, true],
    [1, true],
    ['1', true],
    ['true', true],
    [false, false],
    [0, false],
    ['0', false],
    ['false', false],
  ])('The online status %j is understood', async (told, online) => {
    const { phone, last } = openConnection();
    await passes(SECOND);
    last().receive('s2c_online_status', { did: 'did-1', online: told });
    expect(phone.events.at(-1)).toEqual({ kind: 'online', online });
  });
});

describe('an invalid message', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  const large = JSON.stringify({ cmd: 's2c_noti', data: { did: 'did-2', attrs: { x: 'y'.repeat(5_000_000) } } });
  const two = '{"cmd":"pong"}\n{"cmd":"s2c_noti","data":{"did":"did-1","attrs":{"OnOff":1}}}';

  test.each([
    ['no JSON', '{"cmd":'],
    ['JSON of another kind', '[[["s2c_noti"]]]'],
    ['binary', new Uint8Array([0x81, 0xff, 0])],
    ['very deep', deep],
    ['very large', large],
    ['two frames in one message', two],
    ['an unknown command', '{"cmd":"s2c_dance","data":{"did":"did-1"}}'],
    ['a property name of every object', '{"cmd":"__proto__","data":{"did":"did-1"}}'],
    ['raw bytes of the device', '{"cmd":"s2c_raw","data":{"did":"did-1","raw":[0,0,0,3]}}'],
  ])('An invalid message (%s) is ignored, and the connection stays open', async (_, data) => {
    const { phone, last, states } = openConnection();
    await passes(SECOND);
    const before = phone.events.length;
    last().receiveRaw(data);
    await passes(5 * MINUTE);
    expect([phone.events.length, phone.sockets.length, states()]).toEqual([before, 1, ['connecting', 'open']]);
    last().receive('s2c_noti', { did: 'did-1', attrs: { OnOff: 0 } });
    expect(phone.events.at(-1)).toEqual({ kind: 'attributes', attributes: { OnOff: 0 } });
  });

  test('The channel throws nothing for random messages in any step, and reconnects', async () => {
    const { phone, last, states } = openConnection();
    const steps = [cloud({ login_req: nothing }), cloud({ subscribe_req: nothing }), answering];
    for (const step of steps) {
      phone.cloud = step;
      last()?.dispatch('close');
      await passes(SECOND);
      assert(
        property(
          oneof(
            string(),
            jsonValue().map((value) => JSON.stringify(value)),
            anything(),
          ),
          (data) => last().receiveRaw(data),
        ),
      );
    }
    phone.cloud = answering;
    await passes(31 * SECOND);
    expect(states().at(-1)).toBe('open');
  });
});
