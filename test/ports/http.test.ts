import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkServerIdentity, type PeerCertificate } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FakeHttp } from '../../src/adapters/fake/fake-http.ts';
import { FetchHttp } from '../../src/adapters/http/fetch-http.ts';
import { keepAliveFetch } from '../../src/adapters/node/network/keep-alive-fetch.ts';
import { BODY_LIMIT } from '../../src/adapters/http/response-body.ts';
import { Problem } from '../../src/core/problem.ts';
import type { Http } from '../../src/ports/http.ts';
import { plantedError } from '../helpers/planted.ts';
import { describeHttp, type HttpWorld } from './http.conformance.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

interface Server {
  url(path: string): string;
  on(path: string, handler: Handler): void;
  received(path: string): { method: string; headers: Record<string, string>; body: string }[];
  connections(): number;
  end(): Promise<void>;
}

async function startServer(): Promise<Server> {
  const handlers = new Map<string, Handler>();
  const received: { path: string; method: string; headers: Record<string, string>; body: string }[] = [];
  let connections = 0;
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const path = request.url ?? '';
    received.push({ path, method: request.method ?? '', headers: request.headers as Record<string, string>, body });
    handlers.get(path)?.(request, response);
  });
  server.on('connection', () => (connections += 1));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    on: (path, handler) => void handlers.set(path, handler),
    received: (path) => received.filter((one) => one.path === path),
    connections: () => connections,
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function realWorld(http: Http): Promise<HttpWorld> {
  const server = await startServer();
  return {
    http,
    ...server,
    answers: (path, { status, headers, body }) =>
      server.on(path, (_, response) => response.writeHead(status, headers).end(body)),
    hangs: (path) => server.on(path, () => {}),
    breaks: (path) => server.on(path, (request) => request.socket.destroy()),
  };
}

async function fakeWorld(): Promise<HttpWorld> {
  const http = new FakeHttp();
  return {
    http,
    url: (path) => `https://cloud.test${path}`,
    answers: (path, answer) => void http.answers(path, answer),
    hangs: (path) => void http.answers(path, 'hangs'),
    breaks: (path) => void http.answers(path, new Problem('network')),
    received: (path) => http.sentTo(path),
    end: async () => {},
  };
}

describeHttp('FakeHttp', fakeWorld);
describeHttp('FetchHttp over keep-alive connections', () => realWorld(new FetchHttp(keepAliveFetch())));
describeHttp('FetchHttp over the platform’s fetch', () => realWorld(new FetchHttp(() => fetch)));

test('FetchHttp sends over plain http to no other machine, but for the server that the page itself came from', async () => {
  const called: string[] = [];
  const answering = () => async (url: unknown) => {
    called.push(String(url));
    return new Response('{}');
  };
  const http = new FetchHttp(answering as unknown as () => typeof fetch, 'http://192.168.1.5:5180');
  const send = (url: string) => http.send({ method: 'POST', url, headers: {}, body: '{}', timeoutMs: 1_000 });
  await send('http://192.168.1.5:5180/api/x');
  for (const other of ['http://192.168.1.5:80/api/x', 'http://192.168.1.50:5180/api/x', 'http://cloud.test/api/x'])
    await expect(send(other)).rejects.toMatchObject({ code: 'invalid-input' });
  expect(called).toEqual(['http://192.168.1.5:5180/api/x']);
});

describe.each([
  ['keep-alive connections', keepAliveFetch()],
  ['the platform’s fetch', () => fetch],
])('FetchHttp over %s', (_, load) => {
  const http = new FetchHttp(load);
  let server: Server;
  const send = (path: string, timeoutMs = 2_000) =>
    http.send({ method: 'POST', url: server.url(path), headers: {}, body: '{}', timeoutMs });
  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.end());

  test('FetchHttp applies the timeout to the response body too', async () => {
    server.on('/slow', (_request, response) => void response.writeHead(200).write('{"code":'));
    await expect(send('/slow', 80)).rejects.toMatchObject({ code: 'timeout' });
  });

  test('FetchHttp fails with network when the connection breaks in the middle of the body', async () => {
    server.on('/torn', (request, response) => {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"code":', () => request.socket.destroy());
    });
    await expect(send('/torn')).rejects.toMatchObject({ code: 'network' });
  });

  test('FetchHttp does not follow a redirect, so that the token stays with its server', async () => {
    server.on('/moved', (_request, response) => response.writeHead(307, { location: server.url('/target') }).end());
    await send('/moved');
    expect(server.received('/target')).toEqual([]);
  });

  test('FetchHttp returns the whole target of a redirect as the header of the answer', async () => {
    server.on('/moved-away', (_request, response) =>
      response.writeHead(301, { location: 'https://elsewhere.example/login?to=secret' }).end(),
    );
    const answer = await send('/moved-away');
    expect([answer.status, answer.header('location')]).toEqual([301, 'https://elsewhere.example/login?to=secret']);
  });

  test('FetchHttp ends an endless response as too long or at the timeout', async () => {
    server.on('/endless', (_request, response) => {
      const chunk = Buffer.alloc(1024 * 1024, 'x');
      const more = () => {
        while (!response.destroyed && response.write(chunk));
        if (!response.destroyed) response.once('drain', more);
      };
      more();
    });
    await expect(send('/endless', 1_000)).rejects.toMatchObject({ code: expect.stringMatching(/^(parse|timeout)$/) });
  });

  test('FetchHttp refuses a response whose Content-Length exceeds the limit', async () => {
    server.on(
      '/long',
      (_request, response) => void response.writeHead(200, { 'content-length': BODY_LIMIT + 1 }).write('x'),
    );
    await expect(send('/long')).rejects.toMatchObject({ code: 'parse' });
  });

  test.each([
    [{ subjectaltname: 'DNS:other.test' }, 'DNS:other.test'],
    [{ subject: { CN: 'old.test' } }, 'old.test'],
  ])('FetchHttp names what the certificate of a wrong name is for: %o', async (certificate, names) => {
    const refusal = checkServerIdentity('shop.test', certificate as PeerCertificate);
    const failing = new FetchHttp(() => () => Promise.reject(refusal ?? new Error('the name was accepted')));
    await expect(
      failing.send({ method: 'GET', url: 'https://shop.test/', headers: {}, body: '', timeoutMs: 1_000 }),
    ).rejects.toMatchObject({
      code: 'network',
      message: `no answer came: ERR_TLS_CERT_ALTNAME_INVALID, ${names}`,
    });
  });

  test('FetchHttp fails with network if nothing listens at the address', async () => {
    const closed = await startServer();
    const url = closed.url('/');
    await closed.end();
    const sending = http.send({ method: 'POST', url, headers: {}, body: '', timeoutMs: 2_000 });
    await expect(sending).rejects.toMatchObject({ code: 'network' });
  });

  test.each([
    ['nothing listens at the address', 'ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.1:443', false],
    ['none of several addresses answers', 'ECONNREFUSED', '', false],
    ['the host is unknown', 'ENOTFOUND', 'getaddrinfo ENOTFOUND cloud.test', false],
    ['the name of the host is not found out', 'EAI_AGAIN', 'getaddrinfo EAI_AGAIN cloud.test', false],
    ['this computer has no network', 'ENETUNREACH', 'connect ENETUNREACH 10.0.0.1:443', false],
    ['nobody answers in time that there is a connection', 'ETIMEDOUT', 'connect ETIMEDOUT 10.0.0.1:443', false],
    ['the certificate is over', 'CERT_HAS_EXPIRED', 'certificate has expired', false],
    ['the certificate is of nobody known', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'unable to verify', false],
    ['the connection breaks', 'ECONNRESET', 'read ECONNRESET', true],
    ['the connection loses its network', 'ENETUNREACH', 'read ENETUNREACH', true],
    ['the browser says no more than that it failed', undefined, 'failed', true],
  ])(
    'FetchHttp knows whether a request may have reached the server if %s',
    async (_, code, says, mayHaveTakenEffect) => {
      const failing = new FetchHttp(() => () => Promise.reject(Object.assign(new TypeError(says), { code })));
      const sending = failing.send({ method: 'POST', url: server.url('/'), headers: {}, body: '', timeoutMs: 2_000 });
      await expect(sending).rejects.toMatchObject({ code: 'network', mayHaveTakenEffect });
    },
  );
});

test('FetchHttp in Node keeps its connection open for the next call', async () => {
  const server = await startServer();
  server.on('/ping', (_request, response) => response.end('{}'));
  const http = new FetchHttp(keepAliveFetch());
  for (let call = 0; call < 5; call += 1) {
    await http.send({ method: 'POST', url: server.url('/ping'), headers: {}, body: '{}', timeoutMs: 2_000 });
  }
  expect(server.connections()).toBe(1);
  await server.end();
});

test('FakeHttp throws with the path if the test has defined no response', async () => {
  const sending = new FakeHttp().send({
    method: 'POST',
    url: 'https://cloud.test/untaught',
    headers: {},
    body: '',
    timeoutMs: 1,
  });
  await expect(sending).rejects.toThrow('/untaught');
});

describe('FetchHttp with a bug', () => {
  const request = { method: 'POST', url: 'https://cloud.test/api', body: '{}', timeoutMs: 1_000 } as const;

  test('FetchHttp throws a bug while fetch is loaded unchanged, and not as network', async () => {
    const load = async () => {
      throw plantedError();
    };
    await expect(new FetchHttp(load).send({ ...request, headers: {} })).rejects.toEqual(plantedError());
  });

  test('FetchHttp throws for a header that no request can have, and not network, because nothing was sent', async () => {
    const headers = { Authorization: '\u4e2d' };
    await expect(new FetchHttp(() => fetch).send({ ...request, headers })).rejects.toBeInstanceOf(TypeError);
  });
});
