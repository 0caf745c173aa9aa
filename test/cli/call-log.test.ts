import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeHttp } from '../../src/adapters/fake/fake-http.ts';
import { TracingHttp } from '../../src/adapters/http/tracing-http.ts';
import type { Exchange } from '../../src/ports/http.ts';
import { accountDirectory } from '../../src/cli/account/account-directory.ts';
import { CallLog, storedCalls } from '../../src/cli/account/call-log.ts';
import { privateFiles } from '../../src/cli/main.ts';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { hangs, httpResponse, refused } from '../helpers/fake-server.ts';
import { online } from '../helpers/wire.ts';
import { API, SIGNED_IN, Terminal, TOKEN } from './terminal.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { nickname: 'A', mobile: '13812345678' })
    .reply(listDevices, [])
    .reply(checkDevice, { status: 'DEVICE_FREE' });
});
afterEach(() => terminal.close());

const directory = () => accountDirectory('default', API, TOKEN, { env: {}, home: terminal.home });
const calls = () => storedCalls(directory(), privateFiles);
const idOf = ({ headers }: { headers: Record<string, string> }) => headers['x-request-id'] ?? '';

test.each([
  ['{"data":{"code":"246810"},"code":"7001"}', '200 7001'],
  ['{"code":"-1"}', '200 -1'],
  ['{"data":{"code":"246810"},"code":-1}', '200 -1'],
  ['{"data":{"code":"246810"}}', 'parse'],
  ['<script>{"code":"246810"}</script>', 'parse'],
  ['{ "code" : 200, "data": {"code": "246810"}}', '200'],
  ['[{"code":"246810"}]', 'parse'],
  ['null', 'parse'],
])(
  'The result of a call is the code at the top of the response, not a code within its data, and without one no success: %s',
  async (body, code) => {
    const http = new FakeHttp();
    http.answers('/api/x', { body });
    const seen: Exchange[] = [];
    const tracing = new TracingHttp(http, { onExchange: (exchange) => seen.push(exchange) });
    await tracing.send({ method: 'POST', url: `${API}/x`, headers: {}, body: '{}', timeoutMs: 1, hasEffect: false });
    expect(seen.map((exchange) => exchange.code)).toEqual([code]);
  },
);

describe('request ids', () => {
  test('Each request of the command line, and each retry, carries an id of its own', async () => {
    terminal.http.reply(getDetail, online).reply(readLatest, httpResponse({ status: 503 }));
    await terminal.physio(['device', 'show', 'DEV0001'], SIGNED_IN);
    const ids = terminal.http.sent.map(idOf);
    expect(ids.length).toBeGreaterThan(3);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(UUID);
    expect(calls().map(({ requestId }) => requestId)).toEqual(expect.arrayContaining(ids));
  });

  test('A request carries no id where none is wanted, as in the page', async () => {
    const exchanges: Exchange[] = [];
    const inner = new FakeHttp().answers('/a', { headers: { 'x-request-id': 'of-the-server' } });
    const http = new TracingHttp(inner, { onExchange: (exchange) => exchanges.push(exchange) });
    await http.send({ method: 'POST', url: 'https://a.example/a', headers: { a: 'b' }, body: '', timeoutMs: 1 });
    expect(inner.sent[0]?.headers).toEqual({ a: 'b' });
    expect(exchanges[0]?.requestId).toBeUndefined();
  });
});

describe('the call log of an account', () => {
  test('Commands add their calls, each with its time, command, path, result, duration and ids', async () => {
    terminal.http.reply(
      getUser,
      httpResponse({ headers: { 'x-request-id': 'srv-1' }, body: { code: '200', data: {} } }),
    );
    const before = terminal.clock.now();
    await terminal.physio(['account', 'show'], SIGNED_IN);
    terminal.http.reply(getUser, refused(7001, 'no'));
    await terminal.physio(['account', 'show', '--json'], SIGNED_IN);
    expect(calls()).toEqual([
      {
        at: expect.any(Number),
        command: 'account show',
        path: `/api${getUser.path}`,
        code: '200',
        ms: expect.any(Number),
        hasEffect: false,
        requestId: expect.stringMatching(UUID),
        serverRequestId: 'srv-1',
      },
      expect.objectContaining({ code: '200 7001', requestId: expect.stringMatching(UUID) }),
    ]);
    expect(calls()[0]?.at).toBeGreaterThanOrEqual(before);
  });

  test('A call of which the answer breaks the contract is logged as failed, although the server calls it a success', async () => {
    terminal.http.reply(getUser, httpResponse({ body: { code: '200', data: 'no object' } }));
    const { code } = await terminal.physio(['account', 'show'], SIGNED_IN);
    expect([code, calls().map((call) => call.code)]).toEqual([1, ['200 parse']]);
  });

  test('The log is a private file and contains no token, phone number, query or body', async () => {
    terminal.http.reply(
      getUser,
      httpResponse({
        headers: { 'x-request-id': `a-${TOKEN}` },
        body: { code: '200', data: { mobile: '13812345678' } },
      }),
    );
    await terminal.physio(['account', 'show'], SIGNED_IN);
    const file = path.join(directory(), 'calls');
    const text = readFileSync(file, 'utf8');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const secret of [TOKEN, '13812345678', '?', 'mobile']) expect(text).not.toContain(secret);
    expect(calls()).toHaveLength(1);
  });

  test('The log keeps the last 20 changes, the last 20 failed reads and the last 20 other reads', () => {
    const kinds = { change: { code: '200', hasEffect: true }, failed: { code: '500' }, read: { code: '200' } };
    for (const [kind, of] of Object.entries(kinds)) {
      const log = new CallLog(directory(), 'x', privateFiles, () => true);
      for (let call = 0; call < 25; call += 1) log.record({ path: `/${kind}/${call}`, ms: 1, ...of }, call);
      log.store();
    }
    const kept = Array.from({ length: 20 }, (_, at) => at + 5);
    expect(calls().map((call) => call.path)).toEqual(
      Object.keys(kinds).flatMap((kind) => kept.map((call) => `/${kind}/${call}`)),
    );
  });

  test('The reads of a ticket push no failure of another command out of the log', () => {
    for (const [command, count] of [
      ['treatment start', 1],
      ['support', 30],
    ] as const) {
      const log = new CallLog(directory(), command, privateFiles, () => true);
      for (let call = 0; call < count; call += 1) log.record({ path: `/${call}`, ms: 1, code: '503' }, call);
      log.store();
    }
    expect(calls().map((call) => call.command)).toEqual([
      'treatment start',
      ...Array.from({ length: 20 }, () => 'support'),
    ]);
  });

  test('A command that runs for long stores its calls every 10 s', () => {
    const log = new CallLog(directory(), 'long', privateFiles, () => true);
    log.record({ path: '/1', ms: 1, code: '200' }, 1_000);
    expect(calls()).toHaveLength(0);
    log.record({ path: '/2', ms: 1, code: '200' }, 11_000);
    expect(calls()).toHaveLength(2);
  });

  test('A command that is interrupted stores the calls before the interruption', async () => {
    terminal.http.reply(getDetail, online).reply(readLatest, hangs);
    const interruption = new AbortController();
    const ended = terminal.physio(['device', 'show', 'DEV0001'], { ...SIGNED_IN, interruption });
    await expect.poll(() => terminal.http.requests(getDetail).length).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    interruption.abort({ signal: 'SIGINT' });
    expect((await ended).code).toBe(130);
    expect(calls().map((call) => call.path)).toEqual(
      expect.arrayContaining([`/api${getDetail.path}`, `/api${listDevices.path}`]),
    );
  });

  test('A log that cannot be written or read changes nothing about a command', async () => {
    mkdirSync(path.join(directory(), 'calls'), { recursive: true, mode: 0o700 });
    expect(await terminal.physio(['account', 'show'], SIGNED_IN)).toMatchObject({ code: 0, stderr: '' });
    expect(calls()).toEqual([]);
  });

  test('The log is not written through a link above the account’s directory', async () => {
    const elsewhere = path.join(terminal.home, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o700 });
    const profile = path.dirname(path.dirname(directory()));
    mkdirSync(path.dirname(profile), { recursive: true, mode: 0o700 });
    symlinkSync(elsewhere, profile);
    expect((await terminal.physio(['account', 'show'], SIGNED_IN)).code).toBe(0);
    expect(readdirSync(elsewhere)).toEqual([]);
  });

  test('A damaged log is read as far as it is valid, and the next command replaces it', async () => {
    mkdirSync(directory(), { recursive: true, mode: 0o700 });
    const file = path.join(directory(), 'calls');
    const put = (text: string) => {
      writeFileSync(file, text, { mode: 0o600 });
      chmodSync(file, 0o600);
    };
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        put(text);
        expect(storedCalls(directory(), privateFiles)).toEqual([]);
      }),
    );
    put(JSON.stringify([null, 7, { at: 1 }, { at: 1, command: 'c', path: '/p', code: '200', ms: 2 }]));
    expect(calls()).toHaveLength(1);
    await terminal.physio(['account', 'show'], SIGNED_IN);
    expect(calls()).toHaveLength(2);
  });

  test('A command without calls stores no log', async () => {
    await terminal.physio(['profile', 'list'], SIGNED_IN);
    expect(existsSync(directory())).toBe(false);
  });
});
