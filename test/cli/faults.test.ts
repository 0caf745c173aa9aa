import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Problem } from '../../src/core/problem.ts';
import { ENDPOINTS, type Failure, hangs, httpResponse, misshapen, refused } from '../helpers/fake-server.ts';
import { HurriedClock } from '../helpers/hurried-clock.ts';
import { SIGNED_IN, Terminal, TOKEN } from './terminal.ts';

/** Per fault: the response to every call, and the exit code and message that follow. */
const faults: Record<string, { answer: Failure; code: number; says: RegExp }> = {
  'does not answer': { answer: hangs, code: 3, says: /did not answer in time/ },
  'cannot be reached': {
    answer: new Problem('network', { message: 'no answer came: ECONNREFUSED' }),
    code: 1,
    says: /Could not reach the server .*physio doctor/,
  },
  'fails with an HTML page': {
    answer: httpResponse({ status: 500, body: '<html><body>Internal Server Error</body></html>' }),
    code: 1,
    says: /HTTP status 500/,
  },
  'sends invalid JSON': {
    answer: httpResponse({ body: '{"code":"200","da' }),
    code: 1,
    says: /Unexpected response .*physio doctor --contract/,
  },
  'sends an unexpected response': {
    answer: misshapen('nonsense'),
    code: 1,
    says: /Unexpected response .*physio doctor --contract/,
  },
  'denies access': { answer: httpResponse({ status: 403 }), code: 1, says: /no access \(HTTP status 403\)/ },
  'limits the request rate': {
    answer: httpResponse({ status: 429, headers: { 'Retry-After': '60' } }),
    code: 1,
    says: /Too many requests \(HTTP status 429\)\. Wait 60 s/,
  },
  'rejects the token': { answer: httpResponse({ status: 401 }), code: 4, says: /physio login/ },
  'refuses the request': { answer: refused('9001', '系统维护中\u001b[2J'), code: 1, says: /系统维护中/ },
};

const reads = [
  'account show',
  'device list',
  'device history',
  'device show DEV0001',
  'device wait DEV0001 --for idle',
  'plan list DEV0001',
  'order list --all',
  'order show L-1',
  'order pay L-1 --yes',
  'order cancel L-1 --yes',
  'treatment show DEV0001',
  'treatment start DEV0001 --mode bio --yes',
  'order create DEV0001 --plan d7 --yes',
  'share list DEV0001',
  'card list',
  'refund list',
];
const writes = [
  'account send-code 13800000001',
  'account bind 13800000001 1234',
  'treatment stop DEV0001 --yes',
  'share add DEV0001 13800000003',
  'share remove DEV0001 13800000003 --yes',
  'feedback send --content x',
];

const cases = Object.keys(faults).flatMap((fault) =>
  [...reads, ...(fault === 'sends an unexpected response' ? [] : writes)].map((typed) => [typed, fault] as const),
);

/** `share remove` reports every failure but an ended session as a sharing that is not stopped. */
const STOPS_A_SHARING = /^share remove/;

describe('a failing server', () => {
  const terminals: Terminal[] = [];
  beforeAll(() => expect(ENDPOINTS.length).toBeGreaterThan(20));
  afterAll(() => {
    for (const terminal of terminals) terminal.close();
  });

  // covers cli.exit.2a
  test.concurrent.each(cases)('%s reports the cause when the server %s', async (typed, fault) => {
    const { answer, ...meant } = faults[fault] as (typeof faults)[string];
    const { code, says } =
      STOPS_A_SHARING.test(typed) && meant.code !== 4 ? { code: 1, says: /Could not stop sharing/ } : meant;
    const terminal = new Terminal();
    terminal.clock = new HurriedClock();
    terminals.push(terminal);
    for (const endpoint of ENDPOINTS) terminal.http.fails(endpoint, answer);
    const limit = fault === 'does not answer' ? ['--timeout', '0.1'] : [];
    const ended = await terminal.physio([...typed.split(' '), ...limit, '--verbose'], SIGNED_IN);
    const sentence = ended.stderr.split('\n').find((line) => line.startsWith('physio: ')) ?? '';
    expect([ended.code, sentence, ended.stdout]).toEqual([code, expect.stringMatching(says), '']);
    for (const never of [TOKEN, '\u001b', '[object', 'undefined', '    at ', '<html>'])
      expect(ended.stdout + ended.stderr).not.toContain(never);
  });
});
