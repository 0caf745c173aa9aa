import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { getUser } from '../../src/core/account/api.ts';
import { contract } from '../../src/core/contract.ts';
import { checkDevice, enterPage, listDevices, listHistory, readLatest } from '../../src/core/device/api.ts';
import { DAY, HOUR } from '../../src/core/basics/time.ts';
import { listLeaseOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { listShares } from '../../src/core/share/api.ts';
import { ENDPOINTS, type Failure, hangs, httpResponse, misshapen, refused, success } from '../helpers/fake-server.ts';
import { aDevice, aPage, aSupply } from '../helpers/wire.ts';
import { answersEveryRead } from './well-behaved-server.ts';
import { API, SIGNED_IN, Terminal } from './terminal.ts';

interface CheckResult {
  check: string;
  subject: string | null;
  result: string;
  method: string | null;
  path: string | null;
  ms: number | null;
  detail: string | null;
  advice: string | null;
}

const OF_ORDER = '?orderNo={number}&isCardItem={isCard}&sysUserId={operatorId}';
const PAGE = `${new URL(API).origin}/`;

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  terminal.pagePolicies[PAGE] = "connect-src 'self' wss:";
  const headers = { Date: new Date(terminal.clock.now()).toUTCString() };
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

  test.each([
    ['another user shares', { shareUserId: '7', shareUserName: '周桂芳' }, 'shared with this account'],
    [
      'this account has rented until now',
      { expirationTime: '2026-02-01 00:00:00' },
      'from the past rentals of this account',
    ],
  ])('doctor does not call a device rented by this account that %s', async (_, row, detail) => {
    terminal.http.reply(listDevices, [aDevice(row)]);
    const { results } = await physio();
    expect(results.find(({ check }) => check === 'device')).toMatchObject({ subject: 'DEV0001', detail });
  });

  test('doctor skips the device channel when there is no device', async () => {
    terminal.http.reply(listDevices, []).reply(listHistory, []).reply(listLeaseOrders, aPage());
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
    expect([code, bad(results)]).toEqual([1, ['tls']]);
    expect(results.at(-1)).toMatchObject({
      detail: 'no TLS on this port, or no common version, EPROTO',
      advice: 'check the address and the port',
    });
  });

  test('doctor checks the device channel: login, subscription, read and an answered ping', async () => {
    terminal.http.reply(enterPage, aSupply);
    terminal.channelAnswers(
      { kind: 'line', state: 'open' },
      { kind: 'attributes', attributes: { OnOff: 0 } },
      { kind: 'pong', ms: 17 },
    );
    const { code, results } = await physio();
    expect(results.at(-1)?.ms).toBe(17);
    expect(results.slice(-5).map(({ check, subject, result }) => [check, subject, result])).toEqual([
      ['channel', 'login', 'good'],
      ['channel', 'policy', 'good'],
      ['channel', 'subscribe', 'good'],
      ['channel', 'read', 'good'],
      ['channel', 'ping', 'good'],
    ]);
    expect(code).toBe(0);
  });

  test.each([
    ['without values', {}],
    ['with names that the contract lacks', { Power: 1 }],
    ['with a word that the contract lacks', { OnOff: 'ja' }],
  ])('doctor does not call a report of the device read that the app ignores: %s', async (_, attributes) => {
    terminal.http.reply(enterPage, aSupply);
    terminal.channelAnswers(
      { kind: 'line', state: 'open' },
      { kind: 'attributes', attributes },
      { kind: 'pong', ms: 17 },
    );
    const { code, results } = await physio();
    expect([code, bad(results)]).toEqual([1, ['channel read']]);
    expect(results.find(({ subject }) => subject === 'read')?.advice).toContain('no value that the app can read');
  });

  test('doctor names the device that reports nothing in the command that shows it', async () => {
    terminal.http.reply(enterPage, aSupply);
    terminal.channelAnswers({ kind: 'line', state: 'open' }, { kind: 'pong', ms: 17 });
    const { results } = await physio('--device', 'DEV0009');
    const { advice } = results.find(({ subject }) => subject === 'read') ?? {};
    expect(advice).toContain('see physio device show DEV0009');
  });

  test('doctor blames a mistyped --device and no call of the server for it', async () => {
    terminal.http.reply(checkDevice, refused(404, '设备不存在'));
    const { code, results } = await physio('--device', 'DEV0009');
    expect([code, bad(results)]).toEqual([1, ['device DEV0009']]);
    expect(results.find(({ subject }) => subject === 'DEV0009')?.advice).toBe(
      'No device has the number DEV0009. Check the label on the device, or pass the link of its code.',
    );
    expect(results.at(-1)).toMatchObject({ check: 'channel', advice: 'skipped: no device has the number' });
    expect(terminal.http.requests(enterPage)).toEqual([]);
  });

  test('doctor reports a lost channel connection and refused credentials', async () => {
    terminal.http.reply(enterPage, aSupply);
    terminal.channelAnswers({ kind: 'login-failed' });
    expect(bad((await physio()).results)).toEqual(['channel login']);
    terminal.channelAnswers(
      { kind: 'line', state: 'open' },
      { kind: 'attributes', attributes: { OnOff: 0 } },
      { kind: 'line', state: 'lost' },
    );
    expect(bad((await physio()).results)).toEqual(['channel ping']);
  });

  test.each([
    [{ step: 'login', reason: 'no-answer' }, 'channel login', 'did not answer the login within 10 s'],
    [
      { step: 'connect', reason: 'closed', message: 'connect ECONNREFUSED' },
      'channel login',
      'Could not reach the device channel (connect ECONNREFUSED)',
    ],
    [
      { step: 'connect', reason: 'closed', message: 'Unexpected server response: 403' },
      'channel login',
      'The host of the device channel refused the connection (HTTP status 403)',
    ],
    [
      { step: 'login', reason: 'error', code: '1009', message: 'upstream lost' },
      'channel login',
      'answered the login with an error (code 1009: upstream lost)',
    ],
    [
      { step: 'login', reason: 'closed', code: '4001', message: 'who are you' },
      'channel login',
      'closed the connection during login (code 4001: who are you)',
    ],
    [
      { step: 'subscribe', reason: 'refused', code: '1004', message: 'not bound' },
      'channel subscribe',
      'refused to subscribe to this device (code 1004: not bound). That is as it should be while somebody else uses or rents it; otherwise the server must bind it',
    ],
    [{ step: 'subscribe', reason: 'no-answer' }, 'channel subscribe', 'did not confirm the subscription'],
  ] as const)('doctor explains a channel failure and gives advice: %o', async (failure, check, words) => {
    terminal.http.reply(enterPage, aSupply);
    const loggedIn = failure.step === 'subscribe' ? [{ kind: 'logged-in' } as const] : [];
    terminal.channelAnswers(...loggedIn, { kind: 'failure', failure });
    const { code, results } = await physio();
    const advice = results.find(({ result }) => result === 'bad')?.advice;
    expect([code, bad(results), advice]).toEqual([1, [check], expect.stringContaining(words)]);
  });

  test('doctor says that a channel was accepted and never answered', async () => {
    terminal.http.reply(enterPage, aSupply);
    const { results } = await physio();
    expect(results.find(({ result }) => result === 'bad')?.advice).toContain(
      'accepted, and the login not answered within 10 s',
    );
  });

  test('The login names the address of the channel, which the policy of the page must allow', async () => {
    terminal.http.reply(enterPage, aSupply);
    const { results } = await physio();
    expect(results.find(({ subject }) => subject === 'login')?.detail).toBe('wss://channel.test:8880');
  });

  test.each([
    ['wss://channel.test:8880', true],
    ['wss://channel.test:*', true],
    ['wss://*.test:8880', true],
    ['channel.test:8880', false],
    ['wss:', true],
    ['wss://channel.test', false],
    ['wss://other.test:*', false],
    ['https://channel.test:8880', false],
    ["'none'", false],
  ])('doctor warns if the policy of the page does not name the channel: %s', async (source, isNamed) => {
    terminal.http.reply(enterPage, aSupply);
    terminal.pagePolicies[PAGE] = `default-src 'none'; connect-src 'self' ${source}; img-src wss://channel.test:8880`;
    const { results } = await physio();
    expect(results.filter(({ subject }) => subject === 'policy')).toMatchObject(
      isNamed
        ? [{ result: 'good', detail: `connect-src of the page at ${PAGE} names 'self' and wss://channel.test:8880` }]
        : [
            {
              result: 'warning',
              detail: `connect-src of the page at ${PAGE} does not name wss://channel.test:8880`,
              advice: expect.stringContaining('Content-Security-Policy'),
            },
          ],
    );
  });

  test.each([
    ['allows connections by default', "default-src 'self' wss:; img-src data:", true],
    ['allows no connections by default', "default-src 'self'", false],
    ['allows connections to any host and port', 'connect-src *', true],
    ['says nothing of connections', "frame-ancestors 'none'", true],
    ['has a second policy that forbids it', "connect-src 'self' wss:, connect-src 'self'", false],
  ])('doctor reads the policy of a page as a browser does: it %s', async (_, policy, isAllowed) => {
    terminal.http.reply(enterPage, aSupply);
    terminal.pagePolicies[PAGE] = policy;
    const { results } = await physio();
    expect(results.find(({ subject }) => subject === 'policy')?.result).toBe(isAllowed ? 'good' : 'warning');
  });

  test('doctor fails a page whose policy blocks its own configuration: it does not start', async () => {
    terminal.http.reply(enterPage, aSupply);
    terminal.pagePolicies[PAGE] = 'connect-src https://other.example wss:';
    const { results } = await physio();
    expect(results.find(({ subject }) => subject === 'policy')).toMatchObject({
      result: 'bad',
      detail: `connect-src of the page at ${PAGE} does not name 'self'`,
      advice: expect.stringContaining('the page does not start'),
    });
  });

  test('doctor knows a path of the policy that allows the API below it, and a host without a scheme that is the scheme of the page', async () => {
    const page = 'https://shop.test/orderDetail';
    await terminal.physio(['profile', 'set', 'payLink', page + OF_ORDER], SIGNED_IN);
    terminal.pageConfiguration = JSON.stringify({ apiBase: API });
    for (const source of [`${API}/`, new URL(API).host]) {
      terminal.pagePolicies[page] = `connect-src 'self' ${source}`;
      const { results } = await physio();
      expect(results.find(({ subject }) => subject === 'policy')?.result).toBe('good');
    }
  });

  test.each([
    [new Problem('timeout'), `${PAGE} did not answer in time`],
    [new Problem('http', { status: 502 }), `${PAGE} answered with HTTP status 502, not with the page`],
    [
      new Problem('network', { message: 'no answer came: ENOTFOUND' }),
      `could not read the page at ${PAGE}: host not found, ENOTFOUND`,
    ],
    [
      new Problem('network', { message: 'no answer came: CERT_HAS_EXPIRED' }),
      `could not read the page at ${PAGE}: its certificate has expired (CERT_HAS_EXPIRED)`,
    ],
  ])('doctor says why it could not read a page, and blames the server of the page: %s', async (problem, why) => {
    terminal.http.reply(enterPage, aSupply);
    terminal.pagePolicies[PAGE] = problem;
    const line = (await physio()).results.find(({ subject }) => subject === 'policy');
    expect(line).toMatchObject({ result: 'skipped', advice: expect.stringContaining(`skipped: ${why}; below a path`) });
  });

  test('doctor warns of a page without a policy, and says where it looked for a page that it did not find', async () => {
    const policyOf = async () => (await physio()).results.find(({ subject }) => subject === 'policy');
    terminal.http.reply(enterPage, aSupply);
    delete terminal.pagePolicies[PAGE];
    expect(await policyOf()).toMatchObject({
      result: 'skipped',
      advice: expect.stringMatching(
        /the page is not at https:.*; below a path: physio profile set basePath \/PATH\/; on another origin: physio profile set payLink LINK/,
      ),
    });
    terminal.pagePolicies[PAGE] = '';
    expect(await policyOf()).toMatchObject({
      result: 'warning',
      detail: `the page at ${PAGE} has no Content-Security-Policy`,
    });
  });

  describe('of a page whose API has an origin of its own', () => {
    const ORIGIN = 'https://shop.test';
    const headers = {
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-headers': 'Authorization, Content-Type',
    };
    const allows = (preflight: object, answer: object = headers, status = 204) => {
      terminal.http.reply(getUser, ({ method, headers: { Authorization } }) => {
        if (method === 'OPTIONS') return httpResponse({ status, headers: { ...preflight } });
        const user = success({ mobile: '13800000001', assist: false });
        return httpResponse(Authorization === undefined ? { status: 401, headers: { ...answer } } : user);
      });
    };
    const named = (lines: CheckResult[], name: string) =>
      lines.find(({ check, subject }) => check === name || subject === name);
    const API_ORIGIN = new URL(API).origin;
    beforeEach(async () => {
      terminal.http.reply(enterPage, aSupply);
      terminal.pagePolicies[`${ORIGIN}/orderDetail`] = `connect-src 'self' ${API_ORIGIN} wss:`;
      terminal.pageConfiguration = JSON.stringify({ apiBase: API });
      await terminal.physio(['profile', 'set', 'payLink', `${ORIGIN}/orderDetail${OF_ORDER}`], SIGNED_IN);
    });

    test('doctor warns of the certificates of the page and of the channel, too', async () => {
      allows(headers);
      terminal.certificateEnd = (host) => terminal.clock.now() + (host === new URL(API).host ? 60 : 9) * DAY + HOUR;
      const { results } = await physio();
      expect(results.filter(({ check }) => check === 'tls')).toMatchObject([
        { subject: null, result: 'good' },
        { subject: 'channel.test:8880', result: 'warning', detail: expect.stringContaining('in 9 days') },
        { subject: 'shop.test', result: 'warning', detail: expect.stringContaining('in 9 days') },
      ]);
    });

    test.each([
      ['to no screen of the page', `${ORIGIN}/pay/{number}`],
      ['with another name of the number', `${ORIGIN}/orderDetail?order={number}`],
      ['that opens rentals only', `${ORIGIN}/orderDetail?orderNo={number}`],
      ['to another path than that of the page', `${ORIGIN}/h5/orderDetail${OF_ORDER}`],
    ])('doctor fails a payment link %s, and names one that opens each order', async (_, link) => {
      allows(headers);
      await terminal.physio(['profile', 'set', 'payLink', link], SIGNED_IN);
      terminal.pagePolicies[new URL(link).href.split('?')[0] ?? ''] = `connect-src 'self' ${API_ORIGIN} wss:`;
      terminal.pageBase = `${ORIGIN}/`;
      const { code, results } = await physio();
      expect([code, named(results, 'payLink')]).toMatchObject([
        1,
        { result: 'bad', advice: `physio profile set payLink '${ORIGIN}/orderDetail${OF_ORDER}'` },
      ]);
    });

    test('doctor passes a server that allows the page, its token and its bodies', async () => {
      allows(headers);
      const { results } = await physio();
      expect(named(results, 'cors')).toMatchObject({ result: 'good', detail: `the API allows the page at ${ORIGIN}` });
      expect(named(results, 'policy')?.detail).toMatch(new RegExp(` names 'self' and ${API_ORIGIN} and wss:`));
    });

    test.each<[string, object, object, number, string]>([
      ['no origin', {}, headers, 204, 'the answer to OPTIONS (HTTP status 204)'],
      ['another origin', { ...headers, 'access-control-allow-origin': API }, headers, 204, 'the answer to OPTIONS'],
      ['a question without a token', headers, headers, 401, 'the answer to OPTIONS (HTTP status 401)'],
      ['no token', { ...headers, 'access-control-allow-headers': '*' }, headers, 204, 'authorization'],
      ['the rejection of a token to be read', headers, {}, 204, 'the answer to a call (HTTP status 401)'],
    ])('doctor names what the server does not allow the page: %s', async (_, preflight, answer, status, missing) => {
      allows(preflight, answer, status);
      const { code, results } = await physio();
      expect([code, named(results, 'cors')]).toMatchObject([
        1,
        { result: 'bad', detail: expect.stringContaining(`does not allow the page at ${ORIGIN}: ${missing}`) },
      ]);
    });

    test('doctor examines the page of an account without a device, whose channel nobody knows', async () => {
      terminal.http.reply(enterPage, new Problem('refused', { serverCode: '400' }));
      allows(headers);
      const { results } = await physio();
      expect(named(results, 'cors')).toMatchObject({ result: 'good' });
      expect(named(results, 'policy')?.detail).toBe(
        `connect-src of the page at ${ORIGIN}/orderDetail names 'self' and ${API_ORIGIN}`,
      );
    });

    test('doctor asks for the header of the idempotency key, if the page sends one', async () => {
      terminal.pageConfiguration = JSON.stringify({ apiBase: API, idempotencyHeader: 'Idempotency-Key' });
      allows(headers);
      expect(named((await physio()).results, 'cors')?.detail).toMatch(/: Idempotency-Key$/);
    });

    test.each([
      ['not at all', ''],
      ['with the path of its address, which allows nothing below it', API],
      ['with another path', `${API_ORIGIN}/other/`],
    ])('doctor says that the policy of the page blocks the API that it names %s', async (_, source) => {
      terminal.pagePolicies[`${ORIGIN}/orderDetail`] = `connect-src 'self' wss: ${source}`;
      expect(named((await physio()).results, 'policy')).toMatchObject({
        result: 'bad',
        detail: `connect-src of the page at ${ORIGIN}/orderDetail does not name ${API_ORIGIN}`,
      });
    });

    test.each([
      ['/api', undefined],
      [
        'https://other.test/api',
        'skipped: the page calls the API at https://other.test, which is not the one that was checked',
      ],
    ])(
      'doctor asks nothing about another origin if the page calls none, or another server: %s',
      async (apiBase, advice) => {
        terminal.pageConfiguration = JSON.stringify({ apiBase });
        expect(named((await physio()).results, 'cors')?.advice).toBe(advice);
        expect(terminal.http.sent.map(({ method }) => method)).not.toContain('OPTIONS');
      },
    );
  });

  test.each([
    [new Problem('network'), /^https:.*\/app-config\.json could not be read, and the page does not start without it$/],
    [
      new Problem('http', { status: 403 }),
      /^https:.*\/app-config\.json was answered with HTTP status 403, and the page/,
    ],
    ['<!doctype html>', /^https:.*\/app-config\.json leads to a web page, and the page does not start without it$/],
    ['{"apiBase":"/api","basePath":"/h5/"}', /^basePath \/h5\/: the <base> element of index\.html names \/; both must/],
    ['{', /^the file is not valid JSON, line 1/],
    ['{"apiBase":"http://shop.test/api"}', /^apiBase: plain http is only accepted for this machine/],
  ])('doctor names what a page cannot read in its configuration: %s', async (configuration, why) => {
    terminal.http.reply(enterPage, aSupply);
    terminal.pageConfiguration = configuration;
    const { code, results } = await physio();
    expect(code).toBe(1);
    expect(results.filter(({ check }) => check === 'configuration').at(-1)).toMatchObject({
      subject: `app-config.json of the page at ${PAGE}`,
      result: 'bad',
      advice: expect.stringMatching(why),
    });
  });

  test('doctor warns that the policy of the page blocks its reports, which only the console of a phone would say', async () => {
    terminal.http.reply(enterPage, aSupply);
    const policyOf = async () => (await physio()).results.find(({ subject }) => subject === 'policy');
    terminal.pageConfiguration = '{"apiBase":"/api","report":{"url":"https://otlp.test/v1"}}';
    terminal.pagePolicies[PAGE] = "connect-src 'self' wss:";
    expect(await policyOf()).toMatchObject({
      result: 'warning',
      detail: `connect-src of the page at ${PAGE} does not name https://otlp.test`,
      advice: expect.stringMatching(/block the reports/),
    });
    terminal.pageConfiguration = '{"apiBase":"/api","report":{"url":"/otlp"}}';
    expect(await policyOf()).toMatchObject({ result: 'good' });
  });

  test('doctor names the place where a page below a path looks for its configuration, if that is another one', async () => {
    terminal.http.reply(enterPage, aSupply);
    terminal.pageBase = `${new URL(PAGE).origin}/elsewhere/`;
    terminal.pageConfiguration = new Problem('network');
    const line = (await physio()).results.findLast(({ check }) => check === 'configuration');
    expect(line?.advice).toMatch(/\/elsewhere\/app-config\.json could not be read/);
  });

  test('doctor finds the page below the path of the profile', async () => {
    terminal.http.reply(enterPage, aSupply);
    terminal.pagePolicies[`${PAGE}h5/`] = "connect-src 'self'";
    await terminal.physio(['profile', 'set', 'basePath', '/h5/'], SIGNED_IN);
    const { results } = await physio();
    expect(results.find(({ subject }) => subject === 'policy')?.detail).toContain(`page at ${PAGE}h5/ does`);
  });

  test('doctor finds payment links that lead below another path than that of the page', async () => {
    terminal.http.reply(enterPage, aSupply);
    terminal.pageBase = PAGE;
    terminal.pagePolicies[`${PAGE}h5/`] = "connect-src 'self'";
    const ofTheLinks = async () => (await physio()).results.filter(({ subject }) => subject === 'basePath');
    expect(await ofTheLinks()).toEqual([]);
    await terminal.physio(['profile', 'set', 'basePath', '/h5/'], SIGNED_IN);
    expect(await ofTheLinks()).toMatchObject([
      {
        result: 'bad',
        detail: 'payment links lead below /h5/, and the page there is served below /',
        advice: 'set the path of the page: physio profile set basePath /',
      },
    ]);
  });

  describe('of a page that does not call as this command does', () => {
    const ofTheFile = async (configuration: object) => {
      terminal.http.reply(enterPage, aSupply);
      terminal.pageConfiguration = JSON.stringify(configuration);
      return (await physio()).results.filter(({ subject }) => subject?.startsWith('app-config.json'));
    };

    test.each(['/v2', 'https://other.test/api'])(
      'doctor warns that the API of the page is not the one that it checked: %s',
      async (apiBase) => {
        const { href } = new URL(apiBase, PAGE);
        expect(await ofTheFile({ apiBase })).toMatchObject([
          { result: 'warning', detail: `apiBase is ${href}, and ${API} was checked` },
        ]);
      },
    );

    test.each([
      [
        { appKey: 'shop' },
        'the page has appKey shop, and this command physio',
        'correct it in app-config.json, or here: physio profile set appKey shop',
      ],
      [
        { idempotencyHeader: 'Idempotency-Key' },
        'the page has idempotencyHeader Idempotency-Key, and this command none',
        'correct it in app-config.json, or here: physio profile set idempotencyHeader Idempotency-Key',
      ],
      [
        { endpoints: { 'wallet.listCards': { path: '/v2/cards' } } },
        'the page has other endpoints than this command',
        'enter the same endpoints in physio.config.json, and trust its folder: physio profile trust',
      ],
      [
        { tables: { minutes: [30, 40, 50, 60, 180] } },
        'the page has other tables than this command',
        'enter the same tables in physio.config.json, and trust its folder: physio profile trust',
      ],
    ])('doctor warns that its calls are not those of the page: %j', async (fields, detail, advice) => {
      expect(await ofTheFile({ apiBase: '/api', ...fields })).toMatchObject([{ result: 'warning', detail, advice }]);
    });

    test('doctor names the project file whose value is not that of the page', async () => {
      const file = path.join(terminal.home, 'physio.config.json');
      writeFileSync(file, JSON.stringify({ version: '3.0.0' }));
      expect(await ofTheFile({ apiBase: '/api' })).toMatchObject([
        {
          detail: 'the page has version 1.0.0, and this command 3.0.0',
          advice: `correct version in app-config.json or ${file}`,
        },
      ]);
      expect(await ofTheFile({ apiBase: '/api/', version: '3.0.0' })).toEqual([]);
    });
  });

  test.each([
    [
      'write EPROTO 807C11ED457F0000:error:0A00010B:SSL routines:ssl3_get_record:wrong version number',
      'Could not reach the device channel: no TLS on this port, or no common version, EPROTO. Check the port that device.enterPage returns.',
    ],
    [
      'self-signed certificate (DEPTH_ZERO_SELF_SIGNED_CERT)',
      'The certificate of the device channel is self-signed (DEPTH_ZERO_SELF_SIGNED_CERT). To fix: replace the certificate, or for a private CA set NODE_EXTRA_CA_CERTS to a file with it.',
    ],
  ])('doctor says in words why a channel has no secure line: %s', async (message, advice) => {
    terminal.http.reply(enterPage, aSupply);
    terminal.channelAnswers({ kind: 'failure', failure: { step: 'connect', reason: 'closed', message } });
    expect((await physio()).results.find(({ subject }) => subject === 'login')).toMatchObject({
      result: 'bad',
      advice,
    });
  });

  test('A channel whose host does not exist is said to be so, at once', async () => {
    terminal.http.reply(enterPage, aSupply);
    const message = 'getaddrinfo ENOTFOUND channel.test';
    terminal.channelAnswers({ kind: 'failure', failure: { step: 'connect', reason: 'closed', message } });
    const login = (await physio()).results.find(({ subject }) => subject === 'login');
    expect(login).toMatchObject({ result: 'bad', advice: expect.stringContaining('host not found') });
    expect(login?.ms).toBeLessThan(1_000);
  });

  test('A channel that logged in only at a later attempt is a warning, with what failed before', async () => {
    terminal.http.reply(enterPage, aSupply);
    terminal.channelAnswers(
      { kind: 'failure', failure: { step: 'connect', reason: 'closed', message: 'ECONNRESET' } },
      { kind: 'line', state: 'open' },
      { kind: 'attributes', attributes: { OnOff: 0 } },
      { kind: 'pong', ms: 3 },
    );
    const { code, results } = await physio();
    expect([code, results.find(({ subject }) => subject === 'login')]).toMatchObject([
      0,
      {
        result: 'warning',
        detail: expect.stringMatching(
          /^wss:\/\/channel\.test:8880, only at a later attempt: Could not reach .*ECONNRESET/,
        ),
      },
    ]);
  });

  test.each([
    [
      '{"apiBase": "https://api.test",\n  "brand": {},\n}',
      1,
      'bad',
      /^the file is not valid JSON, line 3, column 1: a comma too many before }$/,
    ],
    ['{"apiBase": "/api"\n"brand": {}}', 1, 'bad', /^the file is not valid JSON, line 2, column 1: [^0-9]+$/],
    [
      '{"apiBase": "/api",\n  "brand": {"name": “悦康”}}',
      1,
      'bad',
      /^the file is not valid JSON, line 2, column 21: “ is no character of JSON$/,
    ],
    ['{"apiBase": "http://api.test"}', 1, 'bad', /^apiBase: plain http is only accepted for this/],
    [
      '{"apiBase": "https://shop:geheim@api.test"}',
      1,
      'bad',
      /^apiBase: the URL must not contain a user name or password$/,
    ],
    [
      '{"apiBase": "/api", "report": {"url": "https://shop:geheim@otlp.test"}}',
      0,
      'warning',
      /^ignored report\.url: the URL must not contain a user name or password$/,
    ],
    [
      '{"apiBase": "/api",\n  "tables": {"minutes": [30, 60,]}}',
      1,
      'bad',
      /^the file is not valid JSON, line 2, column 33: a comma too many before \]$/,
    ],
    ['{"apiBase":}', 1, 'bad', /^the file is not valid JSON, line 1, column 12: /],
    ['{"apiBase": "/api:}", :}', 1, 'bad', /^the file is not valid JSON, line 1, column 23: /],
    ['{"apiBase": "api.test/api"}', 1, 'bad', /^apiBase: expected an https address, or a path such as \/api/],
    [
      '{"apiBase": "/api", "language": "de"}',
      1,
      'bad',
      /^language: expected \("zh-CN" \| "en" \| "auto"\) but received "de"$/,
    ],
    [
      '{"apiBase": "/api", "notice": {"version": "1", "title": "安全须知", "items": "不要用水"}}',
      1,
      'bad',
      /^notice\.items: expected a list of texts, or \{"zh-CN": …, "en": …\} with a list of texts each$/,
    ],
    ['{"apiBase": "/api", "report": {"sample": 2}}', 1, 'bad', /^report\.sample: expected <=1 but received 2$/],
    ['{"apiBase": "/api", "colour": "red"}', 0, 'warning', /^unknown fields colour$/],
    ['{"apiBase": "/api", "brand": {"accent": "red"}}', 0, 'warning', /^ignored brand\.accent red: expected a colour/],
    [
      '{"apiBase": "/api", "brand": {"accent": "#ffe000"}}',
      0,
      'warning',
      /^brand\.accent #ffe000 has too little contrast; the page uses #\w{6}$/,
    ],
    [
      '{"apiBase": "/api", "notice": {"version": 1, "title": "须知", "items": {"zh": ["孕妇请勿使用。"]}}}',
      1,
      'bad',
      /^notice\.items: expected a text for zh-CN or en$/,
    ],
    [
      '{"apiBase": "/api", "notice": {"version": 1, "title": "Note", "items": ["Not while pregnant."]}}',
      0,
      'warning',
      /^notice: it has no title and no items in zh-CN, a language of the page$/,
    ],
    [
      '{"apiBase": "/api", "language": "auto", "notice": {"version": 1, "title": "须知", "items": {"zh-CN": ["孕妇请勿使用。"], "en": ["Not while pregnant."]}, "confirm": {"zh-CN": "我没有上述情况。"}}}',
      0,
      'warning',
      /^notice: it has no title and no confirm in en, a language of the page$/,
    ],
    [
      '{"apiBase": "/api", "notice": {"version": 1, "title": {"zh-CN": "须知", "eng": "Note"}, "items": ["孕妇请勿使用。"]}}',
      0,
      'warning',
      /^unknown fields notice\.title\.eng$/,
    ],
    ['{"apiBase": "/api", "tables": {"minutes": [30, 0, 10.5]}}', 1, 'bad', /minutes\.1: expected a whole/],
    [
      '{"apiBase": "/api", "tables": {"voltage": [{"code": 1.5}]}}',
      1,
      'bad',
      /voltage\.0\.code: expected a whole number/,
    ],
    ['{"apiBase": "/api", "report": {"url": "http://otlp.test"}}', 0, 'warning', /^ignored report\.url: plain/],
    [
      '{"apiBase": "/api", "report": {"url": "otlp"}}',
      0,
      'warning',
      /^ignored report\.url otlp: expected an https address, or a path such as \/otlp$/,
    ],
    [
      '{"apiBase": "/api", "report": {"url": "/otlp/v1/logs"}}',
      0,
      'warning',
      /^report\.url \/otlp\/v1\/logs: the page adds \/v1\/logs; name \/otlp$/,
    ],
    ['{“apiBase”: “/api”}', 1, 'bad', /^the file is not valid JSON, line 1, column 2: “ is no character of JSON$/],
    ['{"ApiBase": "/api"}', 1, 'bad', /^apiBase: required$/],
    [
      '{"apiBase": "http://localhost:5180/api"}',
      0,
      'warning',
      /^apiBase http:\/\/localhost:5180\/api: on a customer's phone, this is the phone itself$/,
    ],
    [
      '{"apiBase": "https://api.test/api/", "endpoints": {"order.getLeaseOrder": {"path": "/api/detail"}}}',
      0,
      'warning',
      /^endpoints\.order\.getLeaseOrder\.path \/api\/detail is below apiBase: the page calls \/api\/api\/detail$/,
    ],
    ['{"apiBase": "/h5", "basePath": "/h5/"}', 0, 'warning', /^basePath \/h5\/ is the path of apiBase as well$/],
    ['{"apiBase": "/api", "report": {"url": "/otlp"}, "brand": {"name": "A"}}', 0, 'good', /^apiBase \/api$/],
    [
      '{"apiBase": "/api", "support": {"phone": "call us"}}',
      0,
      'warning',
      /^ignored support\.phone call us: expected a tel/,
    ],
    [
      '{"apiBase": "/api", "support": {"url": "http://shop.test"}}',
      0,
      'warning',
      /^ignored support\.url: expected an https address$/,
    ],
    ['{"apiBase": "/api"}', 0, 'warning', /^brand\.name is missing: customers read the name of the product$/],
    [
      '{"apiBase": "/api", "brand": {"name": "PhysioLease"}}',
      0,
      'warning',
      /^brand\.name is still that of the build: customers read the name of the product$/,
    ],
    [
      '{"apiBase": "/api", "brand": {"name": "A"}, "links": {"help": "/help.html", "terms": "/terms"}}',
      0,
      'warning',
      /^links\.terms \/terms has no file ending: the nginx sample answers it with the app$/,
    ],
    [
      '{"apiBase": "/api", "brand": {"name": "A", "shareImage": "./share.SVG"}}',
      0,
      'warning',
      /^brand\.shareImage \.\/share\.SVG: WeChat shows no SVG; name a PNG or JPEG$/,
    ],
    [
      '{"apiBase": "/api", "notice": {"version": 1, "title": "须知", "items": {"zh-CN": ["孕妇请勿使用。", "发热时勿用。"], "en": ["Not while pregnant."]}}}',
      0,
      'warning',
      /^notice\.items: 2 in zh-CN and 1 in en: whoever reads the shorter list misses some$/,
    ],
    [
      '{"apiBase": "/api", "tables": {"infrared": [{"code": 1, "label": "无"}, {"code": 4, "label": "强"}]}}',
      0,
      'warning',
      /^tables\.infrared has no level "name": "off"/,
    ],
    [
      '{"apiBase": "/api", "tables": {"infrared": [{"code": 1, "name": "off"}, {"code": 2, "name": "off", "label": "弱"}, {"code": 4, "name": "high"}]}}',
      0,
      'warning',
      /^tables\.infrared turns infrared off at 1 and 2: customers read so of each$/,
    ],
    [
      '{"apiBase": "/api", "tables": {"minutes": [30, 180, 30]}}',
      0,
      'warning',
      /^tables\.minutes names a duration twice$/,
    ],
    ['{"apiBase": "/api", "brand": {"name": " "}}', 1, 'bad', /brand\.name: expected a name/],
    ['{"apiBase": "/api", "brand": {"name": "A"}}', 0, 'good', /^apiBase \/api$/],
  ])('doctor --config reads the file of the page as the page does: %s', async (text, code, result, words) => {
    writeFileSync(path.join(terminal.home, 'app-config.json'), text);
    terminal.directory = terminal.home;
    const ended = await terminal.physio(['doctor', '--config', 'app-config.json', '--json']);
    const [line] = ended.lines() as CheckResult[];
    expect([ended.code, line?.result, line?.detail ?? line?.advice]).toEqual([
      code,
      result,
      expect.stringMatching(words),
    ]);
  });

  test('doctor has a line for each thing that is wrong, in the file of a page, in that of the page it meets and in its own', async () => {
    const wrong = '{"apiBase": "/api", "basePath": "x", "language": "de", "colour": 1}';
    writeFileSync(path.join(terminal.home, 'app-config.json'), wrong);
    terminal.directory = terminal.home;
    const advice = [
      expect.stringMatching(/^basePath: /),
      expect.stringMatching(/^language: /),
      'unknown fields colour',
    ];
    const file = await terminal.physio(['doctor', '--config', 'app-config.json', '--json']);
    expect([file.code, (file.lines() as CheckResult[]).map((line) => line.advice)]).toEqual([1, advice]);
    terminal.http.reply(enterPage, aSupply);
    terminal.pageConfiguration = wrong;
    const page = (await physio()).results.filter(({ subject }) => subject?.startsWith('app-config.json'));
    expect(page.map((line) => line.advice)).toEqual(advice);
    writeFileSync(path.join(terminal.home, 'physio.config.json'), JSON.stringify({ appKey: [], version: [] }));
    expect((await physio()).results.map((line) => line.advice)).toEqual([
      expect.stringMatching(/^appKey: /),
      expect.stringMatching(/^version: /),
    ]);
  });

  test('doctor --config warns that the file of the build describes the product and not the shop', async () => {
    const { lines } = await terminal.physio(['doctor', '--config', path.resolve('public/app-config.json'), '--json']);
    expect((lines() as CheckResult[]).map(({ detail }) => detail)).toEqual([
      'brand.name is still that of the build: customers read the name of the product',
      'brand.description is still that of the build: customers read about the product',
      'apiBase /api',
    ]);
  });

  test('doctor --config names the files that are missing beside a deployed page, and none where there is no page', async () => {
    const text = JSON.stringify({
      apiBase: '/api',
      brand: { name: 'A', logo: './brand/logo.svg', shareImage: '/brand/share.png' },
      links: { terms: './legal/terms.html', help: 'https://help.test/', refund: '//help.test/refund.html' },
    });
    writeFileSync(path.join(terminal.home, 'app-config.json'), text);
    terminal.directory = terminal.home;
    const details = async () => {
      const { lines } = await terminal.physio(['doctor', '--config', 'app-config.json', '--json']);
      return (lines() as CheckResult[]).map(({ detail }) => detail);
    };
    expect(await details()).toEqual([
      'ignored links.refund: expected an https address, or a path on this site that begins with / or ./',
      'apiBase /api',
    ]);
    for (const directory of ['brand', 'legal']) mkdirSync(path.join(terminal.home, directory));
    for (const file of ['index.html', 'brand/logo.svg']) writeFileSync(path.join(terminal.home, file), '');
    expect(await details()).toEqual([
      'ignored links.refund: expected an https address, or a path on this site that begins with / or ./',
      'brand.shareImage /brand/share.png: there is no such file beside app-config.json',
      'links.terms ./legal/terms.html: there is no such file beside app-config.json',
      'apiBase /api',
    ]);
  });

  test('doctor --config finds a file by its address, also with letters that an address escapes and a step upwards', async () => {
    terminal.directory = terminal.home;
    const details = async (logo: string) => {
      const text = JSON.stringify({ apiBase: '/api', brand: { name: 'A', logo } });
      writeFileSync(path.join(terminal.home, 'app-config.json'), text);
      const { lines } = await terminal.physio(['doctor', '--config', 'app-config.json', '--json']);
      return (lines() as CheckResult[]).map(({ detail }) => detail);
    };
    for (const file of ['index.html', '标志.svg']) writeFileSync(path.join(terminal.home, file), '');
    expect(await details('./%E6%A0%87%E5%BF%97.svg?v=2')).toEqual(['apiBase /api']);
    expect(await details('./%E6%A0%87.svg')).toContain(
      'brand.logo ./%E6%A0%87.svg: there is no such file beside app-config.json',
    );
    expect(await details('../logo.svg')).toContain(
      'brand.logo ../logo.svg: there is no such file beside app-config.json',
    );
  });

  test('doctor --config looks beside the page for what is below its path, and for nothing else of its site', async () => {
    const logo = '/h5/logo.svg';
    const text = JSON.stringify({
      apiBase: '/api',
      basePath: '/h5',
      brand: { name: 'A', logo },
      links: { help: '/a.html' },
    });
    for (const [file, content] of Object.entries({ 'app-config.json': text, 'index.html': '' }))
      writeFileSync(path.join(terminal.home, file), content);
    terminal.directory = terminal.home;
    const details = async () => {
      const { lines } = await terminal.physio(['doctor', '--config', 'app-config.json', '--json']);
      return (lines() as CheckResult[]).map(({ detail }) => detail);
    };
    expect(await details()).toEqual([
      `brand.logo ${logo}: there is no such file beside app-config.json`,
      'apiBase /api',
    ]);
    writeFileSync(path.join(terminal.home, 'logo.svg'), '');
    expect(await details()).toEqual(['apiBase /api']);
  });

  test('doctor --config says of the address of a file how to read that', async () => {
    const { code, stderr } = await terminal.physio(['doctor', '--config', 'https://shop.test/app-config.json']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('curl -s URL | physio doctor --config -')]);
  });

  test.each<[string, Buffer, number, string]>([
    [
      'UTF-8 with a byte order mark',
      Buffer.from('\uFEFF{"apiBase": "/api", "brand": {"name": "A"}}'),
      0,
      'apiBase /api',
    ],
    ['UTF-16', Buffer.from('\uFEFF{"apiBase": "/api"}', 'utf16le'), 1, 'the file is not UTF-8; save it as UTF-8'],
    [
      'the encoding of Chinese Windows',
      Buffer.concat(
        ['{"apiBase": "/api", "brand": {"name": "', '\xd4\xc3"}}'].map((part) => Buffer.from(part, 'latin1')),
      ),
      0,
      'letters are lost: the file is not UTF-8; save it as UTF-8',
    ],
  ])('doctor --config reads %s as the page does', async (_encoding, bytes, code, words) => {
    writeFileSync(path.join(terminal.home, 'app-config.json'), bytes);
    terminal.directory = terminal.home;
    const ended = await terminal.physio(['doctor', '--config', 'app-config.json', '--json']);
    const [line] = ended.lines() as CheckResult[];
    expect([ended.code, line?.detail ?? line?.advice]).toEqual([code, words]);
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
    const refused = (await physio()).results;
    expect(bad(refused)).toEqual(['address']);
    expect(refused.find(({ check }) => check === 'address')?.detail).toBe('connection refused, ECONNREFUSED');
    answers(new Problem('network', { message: 'no answer came: CERT_HAS_EXPIRED' }));
    expect(bad((await physio()).results)).toEqual(['tls']);
    answers(httpResponse({ status: 502 }));
    expect((await physio()).results.find(({ check }) => check === 'no-token')).toBeUndefined();
    answers(httpResponse({ status: 429 }));
    expect((await physio()).results.find(({ check }) => check === 'no-token')).toBeUndefined();
    answers(httpResponse({ status: 401, headers: { date: 'Mon, 02 Mar 2020 09:00:00 GMT' } }));
    const rejected = await physio();
    expect([rejected.code, bad(rejected.results)]).toEqual([4, ['clock', 'token']]);
    const { code, lines } = await terminal.physio(['doctor', '--json']);
    expect([code, bad(lines() as CheckResult[])]).toEqual([2, ['configuration']]);
  });

  test.each([
    [502, 'what is in front of the API does not reach it'],
    [403, 'a firewall or proxy in front of the API refuses them'],
    [400, 'check the address, and what is in front of the API'],
  ])('doctor does not pass an address where every call is answered with status %i', async (status, why) => {
    for (const endpoint of ENDPOINTS) terminal.http.fails(endpoint, httpResponse({ status }));
    const { code, results } = await physio();
    expect([code, bad(results)]).toEqual([1, ['address']]);
    expect(results.find(({ check }) => check === 'address')?.advice).toContain(
      `HTTP status ${status} answered each call that was tried, also one without a token: ${why}`,
    );
    expect(results.map(({ check }) => check)).toEqual(['configuration', 'address', 'tls']);
  });

  test.each([
    [14, 'good', /^the certificate ends on \d{4}-\d\d-\d\d$/, null],
    [13, 'warning', /, in 13 days$/, 'renew it on the server and reload the server'],
    [1, 'warning', /, in 1 day$/, 'renew it on the server and reload the server'],
  ])('doctor says when the certificate ends, and warns in time: in %i days', async (days, result, detail, advice) => {
    terminal.certificateEnd = () => terminal.clock.now() + days * DAY + HOUR;
    const line = (await physio()).results.find(({ check }) => check === 'tls');
    expect(line).toMatchObject({ result, detail: expect.stringMatching(detail), advice });
  });

  test('doctor does not blame the address for one call that is refused, for calls that break down, nor for too many', async () => {
    terminal.http.fails(getUser, httpResponse({ status: 403 }));
    expect(bad((await physio()).results)).not.toContain('address');
    for (const status of [500, 429]) {
      for (const endpoint of ENDPOINTS) terminal.http.fails(endpoint, httpResponse({ status }));
      expect(bad((await physio()).results)).not.toContain('address');
    }
  });

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

describe('what an operator reads', () => {
  test('Each call is printed with its method and path, in words and as JSON', async () => {
    const { stdout } = await terminal.physio(['doctor'], SIGNED_IN);
    expect(stdout).toMatch(new RegExp(`^ok\taccount\\.getUser\tPOST ${getUser.path}\t\\d+ ms`, 'm'));
    const { results } = await physio();
    expect(results.find(({ subject }) => subject === 'account.getUser')).toMatchObject({
      method: 'POST',
      path: getUser.path,
    });
  });

  test('doctor --contract lists the calls that it does not send, with the command that sends each; without it, it counts them', async () => {
    const { results, stderr } = await physio('--contract');
    const writes = results.filter(({ check }) => check === 'write');
    expect(writes.map(({ subject }) => subject).toSorted()).toEqual(
      ENDPOINTS.filter(({ kind }) => kind === 'write')
        .map(({ name }) => name)
        .toSorted(),
    );
    expect(writes).toContainEqual(
      expect.objectContaining({
        subject: 'treatment.stopDevice',
        result: 'skipped',
        advice: 'physio treatment stop SNO',
      }),
    );
    expect(stderr).toContain(`Not tested: ${writes.length} calls that change something`);
    const plain = await terminal.physio(['doctor'], SIGNED_IN);
    expect(plain.stderr).toMatch(/^Not tested: \d+ calls that change something \(--contract lists them\)$/m);
  });

  test('A slow call is a warning that does not fail the check, and --slow sets the limit', async () => {
    terminal.http.reply(enterPage, refused(1)).reply(getUser, async () => {
      await terminal.clock.sleep(1_600);
      return { mobile: '13800000001' };
    });
    const slow = await physio('--slow', '500');
    const find = (results: CheckResult[]) => results.find(({ subject }) => subject === 'account.getUser');
    expect(find(slow.results)).toMatchObject({ result: 'warning', detail: 'slower than 500 ms' });
    expect(find((await physio('--slow', '600000')).results)).toMatchObject({ result: 'good', detail: null });
  });

  test.each(['0', '-5', '1.5', 'x', '600001'])('doctor --slow %s is refused', async (given) => {
    const { code, stderr } = await terminal.physio(['doctor', '--slow', given], SIGNED_IN);
    expect([code, stderr]).toEqual([2, expect.stringContaining('milliseconds')]);
  });

  test('What is wrong is repeated at the end, one line for all calls that need the same', async () => {
    for (const endpoint of [listHistory, listShares, readLatest])
      terminal.http.fails(endpoint, httpResponse({ status: 404 }));
    terminal.http.fails(listDevices, misshapen([{ deviceNo: 'DEV0001' }]));
    const { stdout, stderr } = await terminal.physio(['doctor', '--contract', '--device', 'DEV0001'], SIGNED_IN);
    const [, repeated = ''] = /^To fix\n([\s\S]*?)\n\n/m.exec(stderr) ?? [];
    expect(repeated.split('\n')).toEqual([
      expect.stringMatching(
        /^BAD +device\.listDevices \[\]\.sno .*the answer has "deviceNo" of the same form: renamed\?/,
      ),
      expect.stringMatching(/^BAD +4 calls +device\.listHistory, .*device\.readLatest, .*endpoints\.NAME\.path/),
    ]);
    expect(stdout.split('\n').filter((line) => line.startsWith('BAD\t'))).toHaveLength(6);
  });

  test('A failure that stands right above the end is repeated beside a warning that does not', async () => {
    terminal.certificateEnd = () => terminal.clock.now() + DAY;
    terminal.http.reply(enterPage, aSupply);
    const message = 'getaddrinfo ENOTFOUND channel.test';
    terminal.channelAnswers({ kind: 'failure', failure: { step: 'connect', reason: 'closed', message } });
    const { stderr } = await terminal.physio(['doctor'], SIGNED_IN);
    expect(stderr).toMatch(/^To fix\nBAD +channel login .*[\s\S]*^To check\nwarn +tls /m);
  });

  test('Nothing is repeated for a program, nor if all that is wrong stands at the end already', async () => {
    terminal.http.fails(listHistory, httpResponse({ status: 404 }));
    expect((await physio()).stderr).not.toContain('To fix');
    terminal.http.fails(getUser, httpResponse({ status: 401 }));
    const { stderr } = await terminal.physio(['doctor'], SIGNED_IN);
    expect(stderr).toBe('3 passed, 1 failed, 0 warnings, 1 skipped\n');
  });

  test('doctor explains a code of success that is not the contract’s, and reads the answers nevertheless', async () => {
    terminal.http.fails(getUser, httpResponse({ body: { code: 0, data: { mobile: ['x'] } } }));
    const { code, results } = await physio('--contract');
    const at = results.findIndex(({ check }) => check === 'success-code');
    expect(results.slice(at, at + 3)).toMatchObject([
      {
        result: 'bad',
        detail: 'the server answers code 0',
        advice: expect.stringContaining('code of success is "200"'),
      },
      { subject: 'account.getUser', result: 'bad', advice: 'code 0; the contract’s code of success is "200"' },
      { subject: 'account.getUser mobile', result: 'bad' },
    ]);
    expect(code).toBe(1);
  });

  test('doctor ends with 4 when nobody is signed in, and when the token expires on the way', async () => {
    const { code } = await terminal.physio(['doctor'], { env: { PHYSIO_API: API } });
    expect(code).toBe(4);
    terminal.http.fails(listHistory, httpResponse({ status: 401 })).fails(listDevices, httpResponse({ status: 500 }));
    const { code: later, results } = await physio();
    expect([later, results.at(-1)]).toMatchObject([
      4,
      { subject: 'remaining calls', advice: expect.stringContaining('expired meanwhile, or the server refuses it') },
    ]);
  });

  test('Ctrl-C says what was checked, and that no report was written', async () => {
    const ctrlC = new AbortController();
    terminal.http.reply(listHistory, hangs);
    const running = terminal.physio(['doctor', '--report', 'findings.md'], { ...SIGNED_IN, interruption: ctrlC });
    await expect.poll(() => terminal.http.requests(listHistory).length).toBe(1);
    ctrlC.abort();
    const { code, stderr } = await running;
    expect([code, stderr]).toEqual([
      130,
      expect.stringMatching(
        /^physio: Interrupted: 7 passed, 0 failed, .*remaining checks were not run, and no report was written$/m,
      ),
    ]);
    expect(existsSync(path.join(terminal.home, 'findings.md'))).toBe(false);
  });
});
