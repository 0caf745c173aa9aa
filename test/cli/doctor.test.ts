import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { getUser } from '../../src/core/account/api.ts';
import { contract } from '../../src/core/contract.ts';
import { enterPage, listDevices } from '../../src/core/device/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { MINUTE } from '../../src/core/time.ts';
import { ENDPOINTS, type Failure, httpResponse, misshapen, success } from '../helpers/fake-server.ts';
import { aDevice, aSupply } from '../helpers/wire.ts';
import { answersEveryRead } from './every-read.ts';
import { API, SIGNED_IN, Terminal } from './terminal.ts';

interface CheckResult {
  check: string;
  subject: string | null;
  result: string;
  detail: string | null;
  advice: string | null;
}

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  const headers = { Date: new Date().toUTCString() };
  answersEveryRead(
    terminal,
    httpResponse({ ...success({ mobile: '13800000001', nickname: 'n', avatar: 'a', assist: false }), headers }),
  );
});
afterEach(() => terminal.close());

const physio = async (...argv: string[]) => {
  const ended = await terminal.physio(['doctor', ...argv, '--json'], SIGNED_IN);
  return { ...ended, results: ended.lines() as CheckResult[] };
};
const bad = (results: CheckResult[]) =>
  results
    .filter(({ result }) => result === 'bad')
    .map(({ check, subject }) => [check, subject].filter(Boolean).join(' '));

describe('physio doctor', () => {
  test('doctor calls every read endpoint and no write endpoint', async () => {
    const reads = Object.values(contract)
      .flatMap((group) => Object.values(group))
      .filter(({ kind }) => kind === 'read')
      .map(({ name }) => name);
    const { results } = await physio();
    const asked = results.filter(({ check }) => check === 'call').map(({ subject }) => subject);
    expect(asked.toSorted()).toEqual(reads.toSorted());
    expect(terminal.http.sent).toHaveLength(reads.length + 1);
  });

  test('doctor prints one line per check, with advice for each failure', async () => {
    const { code, results } = await physio();
    expect(results.slice(0, 5).map(({ check, result }) => [check, result])).toEqual([
      ['configuration', 'good'],
      ['address', 'good'],
      ['tls', 'good'],
      ['clock', 'good'],
      ['token', 'good'],
    ]);
    expect(bad(results)).toEqual(['call device.enterPage']);
    expect(code).toBe(1);
  });

  test.each([
    ['the first online device', '离线', '在线', 'PL-TWO'],
    ['the first device when none is online', '离线', '离线', 'PL-ONE'],
  ])('doctor checks a rented device unless one is named: %s', async (_, one, other, chosen) => {
    terminal.http.reply(listDevices, [
      aDevice({ sno: 'PL-ONE', onlineStatus: one }),
      aDevice({ sno: 'PL-TWO', onlineStatus: other }),
    ]);
    await physio();
    const askedAbout = terminal.http.requests(enterPage).map(({ body }) => JSON.parse(body).data.sno);
    expect(askedAbout).toEqual([chosen]);
  });

  test('doctor skips the device channel when there is no device', async () => {
    terminal.http.reply(listDevices, []);
    const { code, results } = await physio();
    expect(results.at(-1)).toMatchObject({
      check: 'channel',
      result: 'skipped',
      advice: expect.stringContaining('--device SNO'),
    });
    expect(code).toBe(0);
  });

  test('doctor advises to check the address, not the certificate, when the server does not support TLS', async () => {
    terminal.http.reply(getUser, new Problem('network', { message: 'no answer came: EPROTO' }));
    const { code, results } = await physio();
    expect([code, bad(results), results.at(-1)?.advice]).toEqual([
      1,
      ['tls'],
      expect.stringMatching(/^the server does not support TLS on this port.*address and port/),
    ]);
  });

  test('doctor checks the device channel: login, subscription, read and an answered ping', async () => {
    terminal.http.reply(enterPage, aSupply);
    const clock = new FakeClock(Date.now());
    terminal.clock = clock;
    const examining = physio();
    await expect.poll(() => terminal.channel.openConnections).toBe(1);
    terminal.channel.push({ kind: 'line', state: 'open' });
    terminal.channel.push({ kind: 'attributes', attributes: {} });
    await clock.advance(MINUTE);
    const { code, results } = await examining;
    expect(results.slice(-4).map(({ check, subject, result }) => [check, subject, result])).toEqual([
      ['channel', 'login', 'good'],
      ['channel', 'subscribe', 'good'],
      ['channel', 'read', 'good'],
      ['channel', 'ping', 'good'],
    ]);
    expect(code).toBe(0);
  });

  test('doctor reports a lost channel connection and refused credentials', async () => {
    terminal.http.reply(enterPage, aSupply);
    const examining = physio();
    await expect.poll(() => terminal.channel.openConnections).toBe(1);
    terminal.channel.push({ kind: 'login-failed' });
    expect(bad((await examining).results)).toEqual(['channel login']);
    const another = physio();
    await expect.poll(() => terminal.channel.openConnections).toBe(1);
    terminal.channel.push({ kind: 'line', state: 'open' });
    terminal.channel.push({ kind: 'attributes', attributes: {} });
    terminal.channel.push({ kind: 'line', state: 'lost' });
    expect(bad((await another).results)).toEqual(['channel ping']);
  });

  test.each([
    [{ step: 'login', reason: 'no-answer' }, 'channel login', 'did not answer the login within 10 s'],
    [
      { step: 'connect', reason: 'closed', message: 'connect ECONNREFUSED' },
      'channel login',
      'Could not reach the device channel (connect ECONNREFUSED)',
    ],
    [
      { step: 'login', reason: 'closed', code: '4001', message: 'who are you' },
      'channel login',
      'closed the connection during login (code 4001: who are you)',
    ],
    [
      { step: 'subscribe', reason: 'refused', code: '1004', message: 'not bound' },
      'channel subscribe',
      'refused to subscribe to this device (code 1004: not bound). Bind the device',
    ],
    [{ step: 'subscribe', reason: 'no-answer' }, 'channel subscribe', 'did not confirm the subscription'],
  ] as const)('doctor explains a channel failure and gives advice: %o', async (failure, check, words) => {
    terminal.http.reply(enterPage, aSupply);
    const clock = new FakeClock(Date.now());
    terminal.clock = clock;
    const examining = physio();
    await expect.poll(() => terminal.channel.openConnections).toBe(1);
    if (failure.step === 'subscribe') terminal.channel.push({ kind: 'logged-in' });
    terminal.channel.push({ kind: 'failure', failure });
    await clock.advance(MINUTE);
    const { code, results } = await examining;
    expect([code, bad(results), results.at(-1)?.advice]).toEqual([1, [check], expect.stringContaining(words)]);
  });

  test('doctor --contract validates the answers field by field', async () => {
    terminal.http.reply(listDevices, misshapen([{ ...aDevice({ expirationTime: 'soon' }), colour: 'red' }]));
    const plain = await physio();
    expect(plain.results.find(({ subject }) => subject === 'device.listDevices')?.advice).toContain('--contract');
    const { results } = await physio('--contract');
    expect(bad(results)).toContain('field device.listDevices [].expirationTime');
    expect(results).toContainEqual(
      expect.objectContaining({ subject: 'device.listDevices [].colour', result: 'note' }),
    );
  });

  test('doctor reports a wrong address, certificate, clock, token and configuration', async () => {
    const answers = (failure: Failure) => terminal.http.fails(getUser, failure);
    answers(new Problem('network', { message: 'no answer came: ECONNREFUSED' }));
    expect(bad((await physio()).results)).toEqual(['address']);
    answers(new Problem('network', { message: 'no answer came: CERT_HAS_EXPIRED' }));
    expect(bad((await physio()).results)).toEqual(['tls']);
    answers(httpResponse({ status: 401, headers: { date: 'Mon, 02 Mar 2020 09:00:00 GMT' } }));
    expect(bad((await physio()).results)).toEqual(['clock', 'token']);
    const { code, lines } = await terminal.physio(['doctor', '--json']);
    expect([code, bad(lines() as CheckResult[])]).toEqual([2, ['configuration']]);
  });

  // covers cli.rule.13a
  test('doctor says once what to configure when the address is not the API’s', async () => {
    for (const endpoint of ENDPOINTS) terminal.http.fails(endpoint, httpResponse({ status: 404 }));
    const { code, results } = await physio();
    expect([code, bad(results)]).toEqual([1, ['address']]);
    expect(results.find(({ check }) => check === 'address')?.advice).toMatch(
      /HTTP status 404.*physio profile set api URL, or PHYSIO_API.*apiBase in app-config\.json/,
    );
    expect(results.filter(({ check }) => check === 'call')).toEqual([]);
  });

  test.each([
    ['404', httpResponse({ status: 404 })],
    ['a web page', httpResponse({ body: '<!doctype html>' })],
  ])('doctor reports a wrong address before sign-in when each path answers with %s', async (_how, answer) => {
    for (const endpoint of ENDPOINTS) terminal.http.fails(endpoint, answer);
    const { lines } = await terminal.physio(['doctor', '--json'], { env: { PHYSIO_API: API } });
    expect(bad(lines() as CheckResult[])).toEqual(['address']);
  });

  test('doctor asks to sign in when the server redirects to a sign-in page and there is no token', async () => {
    for (const endpoint of ENDPOINTS)
      terminal.http.fails(endpoint, httpResponse({ status: 302, headers: { location: '/login' } }));
    const { lines } = await terminal.physio(['doctor', '--json'], { env: { PHYSIO_API: API } });
    expect(bad(lines() as CheckResult[])).toEqual(['token']);
  });
});
