import { afterEach, beforeEach, expect, test } from 'vitest';
import { listDevices } from '../../src/core/device/api.ts';
import { listCardOrders } from '../../src/core/order/api.ts';
import { Problem } from '../../src/core/problem.ts';
import { startDevice, stopDevice } from '../../src/core/treatment/api.ts';
import { type AnyEndpoint, ENDPOINTS, type FakeServer, hangs, httpResponse, refused } from '../helpers/fake-server.ts';
import { plantedError } from '../helpers/planted.ts';
import { aDevice, aPage } from '../helpers/wire.ts';
import { SIGNED_IN, Terminal, TOKEN } from './terminal.ts';
import { answersWell, obeys, SNO } from './well-behaved-server.ts';

const HTML = '<!doctype html><html><body>Error</body></html>';

let terminal: Terminal;
beforeEach(() => {
  terminal = new Terminal();
  answersWell(terminal.http);
});
afterEach(() => terminal.close());

const physio = (typed: string) => terminal.physio([...typed.split(' '), '--verbose'], SIGNED_IN);
const sentenceIn = (stderr: string) => stderr.split('\n').find((line) => line.startsWith('physio: ')) ?? '';
const expectNothingPrivate = ({ stdout, stderr }: { stdout: string; stderr: string }) => {
  for (const never of [TOKEN, '\u001b', '[object', 'undefined', '    at ', '<html>'])
    expect(stdout + stderr).not.toContain(never);
};

test.each([
  ['does not answer', new Problem('timeout'), 3, /did not answer in time.*(Try again|--timeout)/],
  ['answers nothing until the time is over', hangs, 3, /did not answer in time/],
  [
    'cannot be reached',
    new Problem('network', { message: 'no answer came: ECONNRESET' }),
    1,
    /Could not reach the server .*physio doctor/,
  ],
  ['fails with an HTML page', httpResponse({ status: 500, body: HTML }), 1, /HTTP status 500: \S+, profile default\./],
  [
    'sends invalid JSON',
    httpResponse({ body: '{"code":"200","da' }),
    1,
    /Unexpected response .*physio doctor --contract/,
  ],
  [
    'sends an unexpected response',
    httpResponse({ body: { ok: true } }),
    1,
    /Unexpected response .*physio doctor --contract/,
  ],
  ['denies access', httpResponse({ status: 403 }), 1, /no access \(HTTP status 403\): \S+, profile default\./],
  [
    'limits the request rate',
    httpResponse({ status: 429, headers: { 'Retry-After': '60' } }),
    1,
    /Too many requests \(HTTP status 429\): \S+, profile default\. Wait 60 s/,
  ],
  ['rejects the token', httpResponse({ status: 401 }), 4, /replace it there/],
  ['refuses the request', refused('9001', '系统维护中\u001b[2J'), 1, /系统维护中/],
  ['is busy', refused('500', '系统繁忙'), 1, /系统繁忙/],
  [
    'redirects',
    httpResponse({ status: 301, headers: { Location: 'https://elsewhere.example:8443/login?to=secret' } }),
    1,
    /redirects to https:\/\/elsewhere\.example:8443, which physio does not follow .*, profile default\. .*physio profile set api URL, or PHYSIO_API/,
  ],
  [
    'does not know the path',
    httpResponse({ status: 404, body: HTML }),
    1,
    /The API address has no [\w.]+ \(HTTP status 404\): \S+, profile default\. .*physio profile set api URL, or PHYSIO_API\. .*endpoints\.[\w.]+\.path/,
  ],
  [
    'sends a web page',
    httpResponse({ status: 200, body: HTML }),
    1,
    /leads to a web page, not to the API: \S+, profile default\. .*physio profile set api URL, or PHYSIO_API/,
  ],
] as const)('If the server %s, a command says so and ends with its own exit code', async (_, answer, code, says) => {
  terminal.http.reply(listDevices, [aDevice()]).fails(listDevices, answer);
  const ended = await physio(`device list --timeout 5`);
  expect([ended.code, sentenceIn(ended.stderr), ended.stdout]).toEqual([code, expect.stringMatching(says), '']);
  expectNothingPrivate(ended);
});

/** The command that calls the endpoint. */
interface Row {
  typed: string;
  /** More replies of the fake server in the success case. */
  server?: (http: FakeServer) => unknown;
  /** The command succeeds even if this call fails. */
  isOptional?: true;
  /** What the command says in place of the usual sentence. */
  says?: RegExp;
}

const ROWS: Record<string, Row> = {
  'account.getUser': { typed: 'account show' },
  'account.sendCode': { typed: 'account send-code 13800000001' },
  'account.updatePhone': { typed: 'account bind 13800000001 1234' },
  'device.listDevices': { typed: 'device list' },
  'device.listHistory': { typed: 'device history' },
  'device.checkDevice': { typed: `device enter ${SNO} --no-assist` },
  'device.getDetail': { typed: `device show ${SNO}` },
  'device.enterPage': { typed: `device wait ${SNO} --for online`, isOptional: true },
  'device.readLatest': { typed: `treatment show ${SNO}` },
  'share.listShares': { typed: `share list ${SNO}` },
  'share.shareDevice': { typed: `share add ${SNO} 13800000004` },
  'share.unshareDevice': {
    typed: `share remove ${SNO} 13800000003 --yes`,
    says: /Could not stop sharing DEV0001\. The server /,
  },
  'wallet.listCards': { typed: 'card list' },
  'wallet.listRefunds': { typed: 'refund list' },
  'order.listLeaseOrders': { typed: 'order list' },
  'order.listCardOrders': { typed: 'order list --cards --operator shop-1' },
  'order.getLeaseOrder': { typed: 'order show L-100' },
  'order.cancelLeaseOrder': { typed: 'order cancel L-100 --yes' },
  'order.cancelCardOrder': { typed: 'order cancel C-100 --operator shop-1 --yes' },
  'lease.listDurationPlans': { typed: `plan list ${SNO} --by duration` },
  'lease.listUsePlans': { typed: `plan list ${SNO} --by uses` },
  'lease.createLeaseOrder': { typed: `order create ${SNO} --plan d7 --by duration --yes` },
  'lease.createCardOrder': {
    typed: `order create ${SNO} --plan u10 --by uses --operator shop-1 --yes`,
    server: (http) => http.reply(listCardOrders, aPage()),
  },
  'treatment.startDevice': {
    typed: `treatment start ${SNO} --mode bio --yes`,
    server: (http) => obeys(http, startDevice, 0),
  },
  'treatment.stopDevice': { typed: `treatment stop ${SNO} --yes`, server: (http) => obeys(http, stopDevice, 1) },
  'feedback.createFeedback': { typed: 'feedback send --content x' },
};

/** The page alone prepares a payment: WeChat needs the prepay parameters. */
const PAGE_ONLY = ['payment.prePay'];

test('Every endpoint of the contract has a command in this table', () => {
  expect(
    ENDPOINTS.map(({ name }) => name)
      .filter((name) => !(name in ROWS))
      .toSorted(),
  ).toEqual(PAGE_ONLY);
});

const LOST = [new Problem('timeout'), 3, /did not answer in time.*(Try again|--timeout)/] as const;
const REFUSED = [refused('9001', '系统维护中'), 1, /系统维护中/] as const;

test.each(
  Object.entries(ROWS).flatMap(([name, row]) => [
    [row.typed, name, 'does not answer', ...LOST, row] as const,
    [row.typed, name, 'refuses the request', ...REFUSED, row] as const,
  ]),
)(
  '%s reports that %s failed when the server %s, and succeeds when it is repeated',
  async (typed, name, _, answer, code, says, { server, isOptional, says: own }) => {
    const endpoint = ENDPOINTS.find((each) => each.name === name) as AnyEndpoint;
    server?.(terminal.http);
    terminal.http.fails(endpoint, answer);
    const ended = await physio(typed);
    expect(terminal.http.requests(endpoint).length).toBeGreaterThan(0);
    const expected = [own ? 1 : code, expect.stringMatching(own ?? says), ''];
    if (isOptional) expect(ended.code).toBe(0);
    else expect([ended.code, sentenceIn(ended.stderr), ended.stdout]).toEqual(expected);
    expectNothingPrivate(ended);
    terminal.http.recovers(endpoint);
    const then = await physio(typed);
    expect([then.code, then.stderr.split('\n').filter((line) => line.startsWith('physio: '))]).toEqual([0, []]);
  },
);

test.each(Object.values(ROWS).map(({ typed }) => typed))(
  '%s reports a bug of physio as such, with its stack once',
  async (typed) => {
    for (const endpoint of ENDPOINTS) terminal.http.fails(endpoint, async () => Problem.of(plantedError()));
    const ended = await physio(typed);
    const says = expect.stringContaining('Internal error (planted is not a function). This is a bug');
    expect([ended.code, sentenceIn(ended.stderr), ended.stdout]).toEqual([1, says, '']);
    const stacks = ended.stderr.split('TypeError: planted').slice(1);
    expect(stacks.length).toBeGreaterThan(0);
    expect(new Set(stacks.map((text) => text.match(/^ {4}at .*$/gm)?.join())).size).toBe(stacks.length);
    for (const never of [TOKEN, 'may have been', 'did not answer', 'Unexpected response'])
      expect(ended.stdout + ended.stderr).not.toContain(never);
  },
);
