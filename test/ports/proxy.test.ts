import { readFileSync } from 'node:fs';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { keepAliveFetch } from '../../src/adapters/node/network/keep-alive-fetch.ts';
import { openNodeSocket } from '../../src/adapters/node/network/node-socket.ts';
import { proxyFor, proxyName } from '../../src/adapters/node/network/proxy-settings.ts';
import { Problem } from '../../src/core/problem.ts';
import { ConnectProxy } from '../helpers/connect-proxy.ts';
import { CLOSED_PORT } from '../helpers/free-port.ts';

const API = 'https://api.example.com/api';
const PASSWORD = 'canary-password';

describe('the proxy of an address', () => {
  const nameOf = (address: string, variables: Record<string, string>) => {
    const proxy = proxyFor(address, variables);
    return proxy && proxyName(proxy);
  };

  test.each([
    [API, { HTTPS_PROXY: 'http://proxy.example:3128' }, 'proxy.example:3128 (HTTPS_PROXY)'],
    [
      API,
      { https_proxy: 'http://lower.example:1', HTTPS_PROXY: 'http://upper.example:2' },
      'lower.example:1 (https_proxy)',
    ],
    [API, { HTTPS_PROXY: 'proxy.example:3128' }, 'proxy.example:3128 (HTTPS_PROXY)'],
    [API, { HTTPS_PROXY: 'https://proxy.example' }, 'proxy.example (HTTPS_PROXY)'],
    [API, { HTTPS_PROXY: `http://me:${PASSWORD}@proxy.example:3128/` }, 'proxy.example:3128 (HTTPS_PROXY)'],
    [API, { HTTPS_PROXY: 'http://[2001:db8::1]:3128' }, '[2001:db8::1]:3128 (HTTPS_PROXY)'],
    [
      'wss://channel.example.com:8883/ws/app/v1',
      { HTTPS_PROXY: 'http://proxy.example:3128' },
      'proxy.example:3128 (HTTPS_PROXY)',
    ],
    [
      'ws://channel.example.com:8080/ws/app/v1',
      { HTTP_PROXY: 'http://proxy.example:3128', HTTPS_PROXY: 'http://other.example:1' },
      'proxy.example:3128 (HTTP_PROXY)',
    ],
    [API, { HTTP_PROXY: 'http://proxy.example:3128' }, undefined],
    [API, { HTTPS_PROXY: '' }, undefined],
    [API, { HTTPS_PROXY: '  ' }, undefined],
    [API, {}, undefined],
  ])('The proxy of %s with the environment %o is %s', (address, variables, name) => {
    expect(nameOf(address, variables as Record<string, string>)).toBe(name);
  });

  test.each(['http://127.0.0.1:5180/api', 'http://localhost:5180/api', 'https://[::1]:8443/api', 'wss://127.3.2.1/ws'])(
    'The loopback address %s uses no proxy',
    (address) => {
      expect(
        nameOf(address, { HTTPS_PROXY: 'http://proxy.example:1', HTTP_PROXY: 'nonsense://', NO_PROXY: '' }),
      ).toBeUndefined();
    },
  );

  test.each<[exceptions: string, address: string, isDirect: boolean]>([
    ['*', API, true],
    ['api.example.com', API, true],
    ['API.Example.COM', API, true],
    ['example.com', API, true],
    ['.example.com', API, true],
    ['*.example.com', API, true],
    ['.api.example.com', API, false],
    ['ample.com', API, false],
    ['other.example, example.com', API, true],
    ['other.example example.com', API, true],
    ['api.example.com:443', API, true],
    ['api.example.com:8443', API, false],
    ['api.example.com:8443', 'wss://api.example.com:8443/ws', true],
    ['10.0.0.0/8', 'https://10.1.2.3/api', true],
    ['10.0.0.0/8', 'https://11.1.2.3/api', false],
    ['10.0.0.0/99', 'https://10.1.2.3/api', false],
    ['10.0.0.0/', 'https://10.1.2.3/api', false],
    ['10.1.2.3', 'https://10.1.2.3/api', true],
    ['10.1.2.3:443', 'https://10.1.2.3/api', true],
    ['2001:db8::/32', 'https://[2001:db8::7]/api', true],
    ['[2001:db8::7]', 'https://[2001:db8::7]/api', true],
    ['2001:0db8:0::7', 'https://[2001:db8::7]/api', true],
    ['[2001:db8::7]:8443', 'https://[2001:db8::7]/api', false],
    ['', API, false],
    [',', API, false],
  ])('NO_PROXY=%s excludes %s: %s', (exceptions, address, isDirect) => {
    for (const name of ['NO_PROXY', 'no_proxy'])
      expect(nameOf(address, { HTTPS_PROXY: 'http://proxy.example:3128', [name]: exceptions }) === undefined).toBe(
        isDirect,
      );
  });

  test.each([
    ['http://', 'not a proxy address'],
    ['http://proxy.example:3128/path', 'not a proxy address'],
    ['http://proxy.example:99999', 'not a proxy address'],
    [`http://me:${PASSWORD}%zz@proxy.example`, 'not a proxy address'],
    [`two words ${PASSWORD}`, 'not a proxy address'],
    [`socks5://me:${PASSWORD}@proxy.example:1080`, 'uses socks5'],
    ['file:///etc/proxy', 'HTTPS_PROXY'],
  ])('A proxy that is %s is refused with the variable named, and without the password', (value, says) => {
    const refused = () => proxyFor(API, { HTTPS_PROXY: value });
    expect(refused).toThrow(expect.objectContaining({ code: 'invalid-input', message: expect.stringContaining(says) }));
    expect(refused).toThrow(/HTTPS_PROXY/);
    expect(refused).not.toThrow(PASSWORD);
  });

  test('proxyFor accepts any text as a proxy or throws invalid-input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (value, exceptions) => {
        try {
          proxyFor(API, { HTTPS_PROXY: value, NO_PROXY: exceptions });
        } catch (thrown) {
          expect(thrown).toMatchObject({ name: 'Problem', code: 'invalid-input' });
        }
      }),
    );
  });
});

describe('a call through a proxy', () => {
  let server: Server;
  let proxy: ConnectProxy;
  let answers: (response: ServerResponse) => void;
  const received: { url: string; headers: Record<string, unknown> }[] = [];
  beforeEach(async () => {
    received.length = 0;
    answers = (response) => response.end('well');
    server = createServer((request, response) => {
      received.push({ url: request.url ?? '', headers: request.headers });
      request.resume().on('end', () => answers(response));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    proxy = await ConnectProxy.start((server.address() as AddressInfo).port);
  });
  afterEach(async () => {
    await proxy.stops();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const ADDRESS = 'http://api.example.com/api/anything';
  const fetching = (variables: Record<string, string> = {}) =>
    keepAliveFetch({ HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, ...variables });
  const call = async (fetch: ReturnType<typeof fetching>, address = ADDRESS) =>
    (await (await fetch())(address, { method: 'POST', body: '{}', headers: { Authorization: 'a-token' } })).text();
  const failed = async (calling: Promise<unknown>) =>
    Problem.of(
      await calling.then(
        () => new Problem('bridge', { message: 'it went well' }),
        (thrown: unknown) => thrown,
      ),
    );

  test('A call through a proxy reaches the server by a tunnel, and the proxy sees neither token nor path', async () => {
    expect(await call(fetching())).toBe('well');
    expect(received).toEqual([
      { url: '/api/anything', headers: expect.objectContaining({ host: 'api.example.com', authorization: 'a-token' }) },
    ]);
    expect(received[0]?.headers).not.toHaveProperty('proxy-authorization');
    expect(proxy.asked).toEqual([
      {
        target: 'api.example.com:80',
        authorization: undefined,
        headers: expect.not.arrayContaining(['Authorization', 'authorization']),
      },
    ]);
  });

  test('A call through a proxy shows user name and password to the proxy only', async () => {
    await call(fetching({ HTTP_PROXY: `http://me:p%40ss@127.0.0.1:${proxy.port}` }));
    expect(proxy.asked[0]?.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`);
    expect(JSON.stringify(received)).not.toContain('roxy-');
  });

  test('A call to this machine, or to a host in NO_PROXY, uses no proxy', async () => {
    expect(await call(fetching(), `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`)).toBe('well');
    await failed(call(fetching({ NO_PROXY: 'nowhere.invalid' }), 'http://nowhere.invalid/api'));
    expect(proxy.asked).toEqual([]);
  });

  test.each([407, 403, 502, 301])(
    'A call that the proxy refuses with status %i reports a failure of the proxy, and nothing reaches the server',
    async (status) => {
      proxy.refusesWith = status;
      const problem = await failed(call(fetching({ HTTP_PROXY: `http://me:${PASSWORD}@127.0.0.1:${proxy.port}` })));
      expect(problem).toMatchObject({
        code: 'network',
        proxy: `127.0.0.1:${proxy.port} (HTTP_PROXY)`,
        message: `HTTP status ${status}`,
        mayHaveTakenEffect: false,
      });
      expect(received).toEqual([]);
      expect(JSON.stringify([problem, problem.message])).not.toContain(PASSWORD);
    },
  );

  test('A call reports a failure of the proxy if nothing listens at the proxy’s address', async () => {
    expect(await failed(call(fetching({ HTTP_PROXY: `http://127.0.0.1:${CLOSED_PORT}` })))).toMatchObject({
      code: 'network',
      proxy: `127.0.0.1:${CLOSED_PORT} (HTTP_PROXY)`,
      message: 'ECONNREFUSED',
    });
  });

  test('A call whose tunnel breaks during the response fails immediately with network', async () => {
    answers = (response) => {
      response.writeHead(200, { 'content-length': '1000' }).write('half');
      proxy.breaks();
    };
    const problem = await failed(call(fetching()));
    expect([problem.proxy, problem.message]).toEqual([undefined, expect.not.stringContaining('went well')]);
    answers = (response) => response.end('well');
    expect(await call(fetching())).toBe('well');
  });

  test('A call through a proxy refuses a server’s self-signed certificate, and reports a failure of the server', async () => {
    const file = (name: string) => readFileSync(`test/journeys/certificates/${name}`);
    const secure = createSecureServer({ key: file('upstream.key'), cert: file('stranger.pem') }, (_request, response) =>
      response.end('taken in'),
    );
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const leading = await ConnectProxy.start((secure.address() as AddressInfo).port);
    const thrown = await call(fetching({ HTTPS_PROXY: leading.url }), API).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: expect.stringMatching(/CERT|SELF_SIGNED|UNABLE_TO/) });
    expect(thrown).not.toBeInstanceOf(Problem);
    expect(leading.asked).toEqual([expect.objectContaining({ target: 'api.example.com:443' })]);
    await leading.stops();
    await new Promise((resolve) => secure.close(resolve));
  });
});

describe('a websocket through a proxy', () => {
  let sockets: WebSocketServer;
  let proxy: ConnectProxy;
  beforeEach(async () => {
    sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' }).on('connection', (socket) =>
      socket.on('message', (data) => socket.send(String(data))),
    );
    await new Promise((resolve) => sockets.once('listening', resolve));
    proxy = await ConnectProxy.start((sockets.address() as AddressInfo).port);
  });
  afterEach(async () => {
    await proxy.stops();
    sockets.close();
  });

  const ADDRESS = 'ws://channel.example.com:8080/ws/app/v1';

  test('A websocket through a proxy uses a tunnel, in both directions', async () => {
    const socket = openNodeSocket(ADDRESS, { HTTP_PROXY: proxy.url });
    const message = new Promise((resolve) => socket.addEventListener('message', ({ data }) => resolve(data)));
    socket.addEventListener('open', () => socket.send('hello'));
    expect(await message).toBe('hello');
    expect(proxy.asked.map(({ target }) => target)).toEqual(['channel.example.com:8080']);
    socket.close();
  });

  test('A websocket to this machine uses no proxy', async () => {
    const socket = openNodeSocket(`ws://127.0.0.1:${(sockets.address() as AddressInfo).port}/`, {
      HTTP_PROXY: proxy.url,
    });
    await new Promise<void>((resolve) => socket.addEventListener('open', resolve));
    expect(proxy.asked).toEqual([]);
    socket.close();
  });

  test('A websocket says by its code why it refuses a certificate', async () => {
    const file = (name: string) => readFileSync(`test/journeys/certificates/${name}`);
    const secure = createSecureServer({ key: file('upstream.key'), cert: file('stranger.pem') });
    await new Promise<void>((resolve) => secure.listen(0, '127.0.0.1', resolve));
    const socket = openNodeSocket(`wss://127.0.0.1:${(secure.address() as AddressInfo).port}/`, {});
    const message = new Promise((resolve) => socket.addEventListener('error', (event) => resolve(event.message)));
    expect(await message).toMatch(/\b[A-Z_]*(?:CERT|SIGNATURE)[A-Z_]*\b/);
    await new Promise((resolve) => secure.close(resolve));
  });
});
