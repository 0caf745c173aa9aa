import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loggingSocket } from '../../src/adapters/node/debug-log.ts';
import type { WebSocketLike } from '../../src/adapters/gizwits/options.ts';
import { getUser, sendCode, updatePhone } from '../../src/core/account/api.ts';
import { listDevices } from '../../src/core/device/api.ts';
import { listShares, shareDevice } from '../../src/core/share/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import { aDevice } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal, TOKEN } from './terminal.ts';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
});
afterEach(() => terminal.close());
const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);

describe('--debug', () => {
  test('--debug logs the request and the response of each call on stderr', async () => {
    terminal.http.reply(listDevices, [aDevice()]);
    const { stdout, stderr } = await physio('device', 'list', '--debug', '--json', 'sno');
    expect(stdout).toBe('[{"sno":"DEV0001"}]\n');
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { trace: { message: string } }).trace.message);
    expect(lines[0]).toMatch(/^> #1 POST https:\/\/cloud\.example\/api\/\S+$/);
    expect(lines).toContain('> #1 Authorization: ***');
    expect(lines).toContainEqual(expect.stringMatching(/^> #1 \{"appKey":"physio"/));
    expect(lines).toContainEqual(expect.stringMatching(/^< #1 200 after \d+ ms$/));
    expect(lines).toContainEqual(expect.stringMatching(/^< #1 \{"code":"?200.*"sno":"DEV0001"/));
  });

  test('--debug logs why a call failed', async () => {
    terminal.http.reply(listDevices, new Problem('network', { message: 'connect ECONNREFUSED' }));
    const { code, stderr } = await physio('device', 'list', '--debug', '--retry', '0');
    expect([code, stderr]).toEqual([1, expect.stringMatching(/< #1 network after \d+ ms: connect ECONNREFUSED/)]);
  });

  test('--debug shows no token, no openid, no verification code and no whole phone number', async () => {
    const secrets = {
      openid: 'oOpenidCanary',
      accessToken: 'AnotherTokenCanary',
      paySign: 'SignCanary',
      nickName: '张三丰',
    };
    const note = 'https://shop.example/?a=1 call 13812345678 eyJhbGciOiJIUzI1NiJ9abcdefghijk';
    terminal.http
      .reply(getUser, misshapen({ mobile: '13812345678', assist: false, ...secrets, note }))
      .reply(updatePhone, null);
    const said = [
      (await physio('account', 'show', '--debug')).stderr,
      (await physio('account', 'bind', '13812345678', '246810', '--debug')).stderr,
    ].join('\n');
    for (const secret of [TOKEN, ...Object.values(secrets), '13812345678', '246810', 'eyJhbGciOiJIUzI1NiJ9abcdefghijk'])
      expect(said).not.toContain(secret);
    expect(said).toContain('138****5678');
    expect(said).toMatch(/"code":"?200/);
  });

  test('--debug shows no whole phone number of another country, neither one that was typed nor one that the server names', async () => {
    terminal.http
      .reply(sendCode, refused('1000011', '9876543210 belongs to another account'))
      .reply(shareDevice, refused('500', '9876543210 已绑定'))
      .reply(listShares, [{ mobile: '6591234567' }, { mobile: 6598765432 }]);
    const said = [
      await physio('account', 'send-code', '9876543210', '--debug'),
      await physio('share', 'add', 'DEV0001', '9876543210', '--debug'),
      await physio('share', 'list', 'DEV0001', '--debug'),
    ].map(({ stdout, stderr }) => stdout + stderr);
    expect(said.filter((each) => /9876543210|6591234567|6598765432/.test(each))).toEqual([]);
    expect(said.join('\n')).toContain('987****210');
  });

  test('--debug hides secrets in every form in which a server may send them', async () => {
    const secrets = {
      sessionKey: 'SessionKeyCanary',
      ticket: 'TicketCanary',
      passwd: 'PasswdCanary',
      credential: 'CredentialCanary',
      customerName: '张三丰',
      link: 'https://shop.example/pay?accessToken=LinkCanary&x=1',
      nested: '{"token":"NestedCanary","list":[{"openid":"InnerCanary"}]}',
      mobile: 8613812345678,
      contact: 13912345678,
    };
    terminal.http.reply(getUser, misshapen(secrets)).reply(
      listDevices,
      httpResponse({
        status: 302,
        body: 'see https://shop.example/?accessToken=BodyCanary now',
        headers: { location: 'https://shop.example/?accessToken=LocationCanary' },
      }),
      new Problem('network', { message: 'no route to https://shop.example/?token=ReasonCanary for 13812345678' }),
    );
    const said = [
      (await physio('account', 'show', '--debug')).stderr,
      (await physio('device', 'list', '--debug', '--retry', '0')).stderr,
      (await physio('device', 'list', '--debug', '--retry', '0')).stderr,
    ].join('\n');
    const logged = said.split('\n').filter((line) => /^[<>] /.test(line));
    expect(logged.filter((line) => /Canary|张三丰|1381234|1391234/.test(line))).toEqual([]);
    expect(said).toContain('location: https://shop.example/');
  });

  test.each(['20261122153012345678', '1381234567890123', 'ZL2026112215301234567890'])(
    '--debug keeps the order number %s readable',
    async (number) => {
      terminal.http.reply(listDevices, misshapen([{ ...aDevice({ orderNo: number }), tradeNo: `no ${number}` }]));
      const { stderr } = await physio('device', 'list', '--debug');
      expect(stderr).toContain(`"orderNo":"${number}"`);
      expect(stderr).toContain(`"no ${number}"`);
    },
  );

  test('--debug keeps a time in milliseconds readable, although it begins like a phone number', async () => {
    const expirationTime = 1_795_391_086_951;
    terminal.http.reply(listDevices, misshapen([aDevice({ expirationTime }), { at: `${expirationTime}` }]));
    const { stderr } = await physio('device', 'list', '--debug');
    expect(stderr).toContain(`"expirationTime":${expirationTime}`);
    expect(stderr).toContain(`"at":"${expirationTime}"`);
  });

  test('--debug prints a number that is too long for a number of JavaScript with all its digits', async () => {
    const body = '{"code":200,"data":[{"sno":"DEV0001","orderNo":20261122153012345678}]}';
    terminal.http.reply(listDevices, httpResponse({ body }));
    expect((await physio('device', 'list', '--debug')).stderr).toContain('"orderNo":20261122153012345678');
  });

  test('--debug cuts a long body and shows a body that is not JSON', async () => {
    terminal.http.reply(listDevices, httpResponse({ body: `<html>${'x '.repeat(5_000)}` }));
    const { stderr } = await physio('device', 'list', '--debug');
    expect(stderr).toMatch(/< #1 <html>(x )+… \(\d+ characters\)/);
  });

  test('--debug logs each frame of the device channel without its credentials', () => {
    const listeners = new Map<string, (event: never) => void>();
    const sent: string[] = [];
    const socket: WebSocketLike = {
      addEventListener: (type: string, listener: (event: never) => void) => void listeners.set(type, listener),
      send: (text) => void sent.push(text),
      close: () => {},
    };
    const log: string[] = [];
    const logging = loggingSocket(
      socket,
      'wss://channel.example:8880/ws/app/v1?key=1',
      (line) => log.push(line),
      (text) => text,
    );
    logging.send(
      '{"cmd":"login_req","data":{"appid":"a","uid":"UidCanary","token":"TokenCanary","heartbeat_interval":30}}',
    );
    const emit = (type: string, event: object) => listeners.get(type)?.(event as never);
    emit('open', {});
    emit('message', { data: '{"cmd":"login_res","data":{"success":false,"error_code":1009}}' });
    emit('message', { data: new Uint8Array(2) });
    emit('error', {});
    emit('close', { code: 1006 });
    logging.close();
    expect(sent).toHaveLength(1);
    expect(log).toEqual([
      '> ws channel.example:8880 connect /ws/app/v1',
      '> ws channel.example:8880 {"cmd":"login_req","data":{"appid":"a","uid":"***","token":"***","heartbeat_interval":30}}',
      '< ws channel.example:8880 open',
      '< ws channel.example:8880 {"cmd":"login_res","data":{"success":false,"error_code":1009}}',
      '< ws channel.example:8880 a binary frame',
      '< ws channel.example:8880 error: no reason given',
      '< ws channel.example:8880 close 1006',
      '> ws channel.example:8880 close',
    ]);
  });
});

describe('--retry', () => {
  const unreachable = new Problem('network', { message: 'ECONNRESET' });

  test.each([
    [[], 3],
    [['--retry', '0'], 1],
    [['--retry', '5'], 6],
  ])('A read that fails is sent again as often as %j says', async (options, sent) => {
    terminal.http.reply(listDevices, unreachable);
    expect((await physio('device', 'list', ...options)).code).toBe(1);
    expect(terminal.http.requests(listDevices)).toHaveLength(sent);
  });

  test('A write is never sent again', async () => {
    terminal.http.reply(updatePhone, unreachable);
    await physio('account', 'bind', '13812345678', '246810', '--retry', '8');
    expect(terminal.http.requests(updatePhone)).toHaveLength(1);
  });

  test.each(['-1', '9', 'x', '1.5', ''])('--retry %j is refused', async (value) => {
    const { code, stderr } = await physio('device', 'list', '--retry', value);
    expect([code, stderr]).toEqual([2, expect.stringContaining('whole number from 0 to 8')]);
  });
});
