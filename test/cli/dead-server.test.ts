import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { checkDevice, enterPage, getDetail, listDevices, readLatest } from '../../src/core/device/api.ts';
import { getLeaseOrder, listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listCards } from '../../src/core/wallet/api.ts';
import type { HttpRequest } from '../../src/ports/http.ts';
import { httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import { aLeaseOrder, aPage, aReport, aSupply, online } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal } from './terminal.ts';
import { CircuitBreaker } from '../../src/cli/commands/device/check/check-fleet.ts';

const GONE = new Problem('network', { message: 'no answer came: ECONNREFUSED' });
let terminal: Terminal;

beforeEach(() => {
  terminal = new Terminal();
  terminal.http
    .reply(getUser, { mobile: '13800000001', assist: false })
    .reply(listDevices, [])
    .reply(listCards, aPage())
    .reply(checkDevice, { ownerId: 'shop-1', status: 'DEVICE_FREE' })
    .reply(getDetail, online)
    .reply(readLatest, aReport({ onOff: 0 }))
    .reply(enterPage, aSupply)
    .reply(getLeaseOrder, aLeaseOrder());
});
afterEach(() => terminal.close());

const physio = (...argv: string[]) => terminal.physio(argv, SIGNED_IN);
const many = Array.from({ length: 400 }, (_, index) => `FREE${index}`);

/** The server sends `answers` responses; every later call fails. */
function failsAfter(answers: number) {
  let left = answers;
  return (_request: HttpRequest) => (left-- > 0 ? { ownerId: 'shop-1', status: 'DEVICE_FREE' } : GONE);
}

interface Line {
  sno: string;
  status: string;
  message: string;
}

test.each([
  ['refuses the connection', GONE, 'Could not reach the server (connection refused, ECONNREFUSED): '],
  ['does not answer', new Problem('timeout'), 'The server did not answer in time: '],
  ['rejects the token', httpResponse({ status: 401 }), 'The token is invalid or expired: '],
])('A command whose server %s names the call, the server and the profile', async (_, failure, message) => {
  terminal.http.fails(listDevices, failure);
  const { stderr } = await physio('device', 'list', '--json');
  expect(JSON.parse(stderr)).toMatchObject({
    error: { call: 'device.listDevices', message: `${message}https://cloud.example/api, profile default.` },
  });
});

test.each([
  [400, /^The server refused the request with HTTP status 400: .*\.$/, /same request is refused again/],
  [413, /^The server refused the request with HTTP status 413: .*\.$/, /what is in front of the server/],
  [408, /^The server failed with HTTP status 408: .*\.$/, /^Try again later\.$/],
  [502, /^The server failed with HTTP status 502: .*\.$/, /^Try again later\.$/],
])('A command says of HTTP status %i whether a later try can succeed', async (status, message, hint) => {
  terminal.http.reply(listDevices, httpResponse({ status }));
  const { stderr } = await physio('device', 'list', '--json', '--retry', '0');
  expect(JSON.parse(stderr)).toMatchObject({
    error: { message: expect.stringMatching(message), hint: expect.stringMatching(hint) },
  });
});

test.each([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'is self-signed', 'NODE_EXTRA_CA_CERTS'],
  [
    'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    'comes without the intermediate certificates of its chain, or from an unknown authority',
    'let the server send the whole chain (fullchain.pem), or for a private CA set NODE_EXTRA_CA_CERTS',
  ],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'comes from an unknown authority', 'NODE_EXTRA_CA_CERTS'],
  ['CERT_HAS_EXPIRED', 'has expired', 'To fix: renew it on the server'],
  ['CERT_NOT_YET_VALID', 'is not valid yet', 'To fix: correct the clock of this computer'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'is for another name', 'To fix: correct the address'],
])('A certificate that is not accepted is named as such, with the way on: %s', async (code, fault, wayOn) => {
  terminal.http.fails(listDevices, new Problem('network', { message: `no answer came: ${code}` }));
  const { stderr } = await physio('device', 'list');
  expect(stderr).toContain(`The server's certificate ${fault} (${code}): https://cloud.example/api`);
  expect(stderr).toContain(wayOn);
});

test('A certificate for other names is reported with them', async () => {
  const message = 'no answer came: ERR_TLS_CERT_ALTNAME_INVALID, DNS:shop.other.example, IP Address:192.0.2.1';
  terminal.http.fails(listDevices, new Problem('network', { message }));
  const { stderr } = await physio('device', 'list');
  expect(stderr).toContain(
    'certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID: shop.other.example, 192.0.2.1): https:',
  );
});

describe('device check with a server that goes down', () => {
  test('device check stops when the server goes down, reports each skipped device, and prints the cause and the advice once', async () => {
    terminal.http.reply(checkDevice, failsAfter(50));
    const { code, lines, stderr } = await terminal.physio(
      ['device', 'check', '-', '--concurrency', '4', '--json', 'sno,status,message'],
      { ...SIGNED_IN, stdin: many.join('\n') },
    );
    const told = lines() as Line[];
    const count = (status: string, text = '') =>
      told.filter((line) => line.status === status && line.message.includes(text)).length;
    const [failed, skipped] = [count('unknown', 'Could not reach the server'), count('unknown', 'skipped')];
    expect(told.map(({ sno }) => sno).toSorted()).toEqual(many.toSorted());
    expect([code, count('free')]).toEqual([1, 50]);
    expect(failed).toBeLessThan(150);
    expect(skipped).toBe(400 - 50 - failed);
    const [note, error] = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(error).toEqual({
      error: expect.objectContaining({
        code: 'network',
        message: `Stopped after ${failed} consecutive failures: skipped ${skipped} devices. Could not reach the server (connection refused, ECONNREFUSED): https://cloud.example/api, profile default.`,
        hint: 'To diagnose: physio doctor',
      }),
    });
    expect(note).toEqual({
      note: {
        message: expect.stringMatching(`^${50 + failed} checked in .*; ${skipped} skipped$`),
      },
    });
  });

  test('device check lists skipped devices in its table', async () => {
    terminal.http.reply(checkDevice, httpResponse({ status: 404 }));
    const { code, stdout, stderr } = await physio('device', 'check', ...many, '--concurrency', '4');
    expect(code).toBe(1);
    expect(stdout).toMatch(/^FREE399\tunknown\t\t\tskipped: the check had stopped$/m);
    expect(stdout.match(/HTTP status 404/g)?.length).toBeLessThan(20);
    expect(stderr).toMatch(
      /physio: Stopped after \d+ consecutive failures: skipped \d+ devices\. The API address has no device\.checkDevice \(HTTP status 404\): \S+, profile default\. Set the API address/,
    );
  });

  test('device check does not wait for the end of an open pipe after it stopped', async () => {
    terminal.http.reply(checkDevice, httpResponse({ status: 401 }));
    const endless = new PassThrough();
    endless.write('FREE1\nFREE2\n');
    const { code, lines } = await terminal.physio(
      ['device', 'check', '-', '--concurrency', '1', '--json', 'sno,message'],
      { ...SIGNED_IN, pipe: endless },
    );
    expect([code, lines()]).toEqual([
      4,
      [
        { sno: 'FREE1', message: expect.stringContaining('token is invalid') },
        { sno: 'FREE2', message: expect.stringContaining('skipped') },
      ],
    ]);
  });

  test('device check continues when the server recovers in time', async () => {
    terminal.http.reply(checkDevice, ...Array.from({ length: 30 }, () => GONE), {
      ownerId: 'shop-1',
      status: 'DEVICE_FREE',
    });
    const { lines } = await physio(
      'device',
      'check',
      ...many.slice(0, 100),
      '--concurrency',
      '16',
      '--json',
      'status,message',
    );
    expect((lines() as Line[]).filter(({ message }) => message.includes('skipped'))).toEqual([]);
    expect((lines() as Line[]).at(-1)).toMatchObject({ status: 'free' });
  });
});

describe('a busy server', () => {
  test('A busy server is not reported as a device that is not in operation', async () => {
    terminal.http.reply(checkDevice, refused('500', '系统繁忙'));
    const { code, lines } = await physio('device', 'check', 'FREE1', '--json', 'status,message');
    expect([code, lines()]).toEqual([1, [{ status: 'unknown', message: expect.stringContaining('系统繁忙') }]]);
    const entered = await physio('device', 'enter', 'FREE1');
    expect([entered.code, entered.stderr]).toEqual([
      1,
      expect.stringContaining('The server failed: 系统繁忙 (code 500). Try again later.'),
    ]);
  });

  test('device watch continues when a busy server answers again', async () => {
    terminal.http.reply(getDetail, refused('500', '系统繁忙'), online);
    terminal.http.reply(readLatest, aReport(), aReport({ onOff: 0 }), httpResponse({ status: 401 }));
    const { code, stdout } = await physio('device', 'watch', 'FREE1');
    expect([code, stdout]).toEqual([4, expect.stringMatching(/系统繁忙[\s\S]*online +idle/)]);
  });
});

describe('commands that wait for an unreachable server', () => {
  test('device wait names the last problem when it times out', async () => {
    terminal.http.reply(getDetail, online, GONE).reply(readLatest, aReport({ onOff: 0 }), GONE);
    const { code, stderr } = await physio('device', 'wait', 'FREE1', '--for', 'running', '--timeout', '30');
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(
        /Could not confirm that FREE1 is running after \d+ s\. Could not reach the server \(connection refused, ECONNREFUSED\): https:\/\/cloud\.example\/api, profile default\. To diagnose: physio doctor/,
      ),
    ]);
  });

  test('device wait advises to wait longer when the server answers but the device has another state', async () => {
    const { code, stderr } = await physio('device', 'wait', 'FREE1', '--for', 'running', '--timeout', '30');
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/FREE1 is not running after \d+ s\. Wait longer with --timeout/),
    ]);
  });

  test('device wait does not say that a device has reported nothing whose switch cannot be read', async () => {
    terminal.http.reply(readLatest, aReport({ onOff: 0 }), misshapen({ ...aReport(), onOff: '待机' }));
    const { code, stderr } = await physio('device', 'wait', 'FREE1', '--for', 'running', '--timeout', '30');
    expect([code, stderr]).toEqual([
      3,
      expect.stringMatching(/Whether FREE1 is running cannot be read from its report after \d+ s\./),
    ]);
  });

  test('device wait fails at once when the address is not the API’s', async () => {
    terminal.http.reply(getDetail, httpResponse({ status: 404 }));
    expect(await physio('device', 'wait', 'FREE1', '--for', 'running')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('physio profile set api URL'),
    });
  });

  test('device watch ends when the address is not the API’s, and continues when it has answered as the API before', async () => {
    terminal.http.reply(getDetail, httpResponse({ status: 404 })).reply(readLatest, httpResponse({ status: 404 }));
    expect(await physio('device', 'watch', 'FREE1')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('physio profile set api URL'),
    });
    terminal.http
      .reply(getDetail, online, httpResponse({ status: 404 }), httpResponse({ status: 401 }))
      .reply(readLatest, aReport({ onOff: 0 }));
    expect(await physio('device', 'watch', 'FREE1')).toMatchObject({ code: 4 });
  });

  test('order pay names the last problem when it times out', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), GONE);
    const { code, stderr } = await physio('order', 'pay', 'L-100', '--yes', '--timeout', '10');
    expect([code, stderr]).toEqual([
      6,
      expect.stringMatching(
        /Could not reach the server[\s\S]*Payment not confirmed yet\. Check with: physio order show L-100/,
      ),
    ]);
  });

  test('order pay reports the payment as unconfirmed when the session ends while it waits', async () => {
    terminal.http.reply(getLeaseOrder, aLeaseOrder(), aLeaseOrder(), httpResponse({ status: 401 }));
    const { code, stderr } = await physio('order', 'pay', 'L-100', '--yes', '--timeout', '60');
    expect([code, stderr]).toEqual([4, expect.stringMatching(/replace it there[\s\S]*Payment not confirmed yet/)]);
  });

  test('order list --all prints nothing when a page cannot be fetched', async () => {
    const page = (from: number) =>
      aPage(...Array.from({ length: 15 }, (_, at) => aLeaseOrder({ orderNo: `L-${from + at}` })));
    terminal.http.reply(listLeaseOrders, page(0), page(15), GONE);
    const { code, stdout, stderr } = await physio('order', 'list', '--all', '--json');
    expect([code, stdout, stderr.match(/Could not reach/g)?.length]).toEqual([1, '', 1]);
    expect(terminal.http.requests(listLeaseOrders)).toHaveLength(5);
  });
});

const REFUSED = new Problem('network', { message: 'no answer came: ECONNREFUSED' });

/** Returns a breaker with a fake clock. */
function breakerAt() {
  const clock = { now: 0 };
  const breaker = new CircuitBreaker(() => clock.now);
  /** Starts `count` parallel calls that all end with the same result. */
  const round = (at: number, count: number, problem?: Problem) => {
    clock.now = at;
    const calls = Array.from({ length: count }, () => breaker.ask());
    for (const call of calls) breaker.record(call, problem);
  };
  return { breaker, round };
}

describe('CircuitBreaker', () => {
  test('The circuit breaker stays closed when resets end all sixteen parallel calls again and again but the server answers in between', () => {
    const { breaker, round } = breakerAt();
    for (let at = 0; at < 60_000; at += 2_000) {
      round(at, 16, REFUSED);
      round(at + 1_000, 1);
    }
    expect(breaker.openedBy).toBeUndefined();
  });

  test('The circuit breaker stays closed during a server restart of four seconds', () => {
    const { breaker, round } = breakerAt();
    for (const at of [0, 900, 1_800, 2_700, 3_600]) round(at, 16, REFUSED);
    round(4_200, 16);
    expect(breaker.openedBy).toBeUndefined();
  });

  test('The circuit breaker opens within six seconds when connections are refused', () => {
    const { breaker, round } = breakerAt();
    for (let at = 0; at <= 5_400; at += 900) round(at, 8, REFUSED);
    expect(breaker.openedBy).toBe(REFUSED);
  });

  test.each([
    ['times out', new Problem('timeout')],
    ['is behind a gateway without upstream', new Problem('http', { status: 502 })],
  ])('The circuit breaker opens at the third failed round in a row when the server %s', (_how, problem) => {
    const { breaker, round } = breakerAt();
    round(15_000, 8, problem);
    round(30_000, 8, problem);
    expect(breaker.openedBy).toBeUndefined();
    round(45_000, 8, problem);
    expect([breaker.openedBy, breaker.failures]).toEqual([problem, 24]);
  });

  test.each([
    ['refuses each device', new Problem('refused', { serverCode: '404' })],
    ['is busy', new Problem('refused', { serverCode: '500', serverMessage: '系统繁忙' })],
    ['denies access to each device', new Problem('http', { status: 403 })],
    ['fails for each device', new Problem('http', { status: 500 })],
  ])('The circuit breaker stays closed when the server is reachable and %s', (_how, problem) => {
    const { breaker, round } = breakerAt();
    for (let at = 0; at < 60_000; at += 1_000) round(at, 8, problem);
    expect(breaker.openedBy).toBeUndefined();
  });

  test('The circuit breaker opens at once when the token is rejected', () => {
    const { breaker, round } = breakerAt();
    const problem = new Problem('unauthorized', { status: 401 });
    round(0, 1, problem);
    expect(breaker.openedBy).toBe(problem);
  });

  test('The circuit breaker opens when every answer is 404, unless the server has answered before', () => {
    const problem = new Problem('http', { status: 404 });
    const wrong = breakerAt();
    for (const at of [0, 20, 40]) wrong.round(at, 8, problem);
    expect(wrong.breaker.openedBy).toBe(problem);
    const right = breakerAt();
    right.round(0, 8);
    for (let at = 20; at < 60_000; at += 1_000) right.round(at, 8, problem);
    expect(right.breaker.openedBy).toBeUndefined();
  });
});
