import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENDPOINTS, hangs, misshapen } from '../helpers/fake-server.ts';
import { FAULTS } from './server-faults.ts';
import { Problem } from '../../src/core/problem.ts';
import { plantedError } from '../helpers/planted.ts';
import { SIGNED_IN, Terminal, TOKEN } from './terminal.ts';

/** The faults that every command meets: no response at all, and a misshapen one, besides those of single calls. */
const faults = {
  'does not answer': { ...FAULTS['does not answer'], answer: hangs },
  'cannot be reached': FAULTS['cannot be reached'],
  'fails with an HTML page': FAULTS['fails with an HTML page'],
  'sends invalid JSON': FAULTS['sends invalid JSON'],
  'sends an unexpected response': { ...FAULTS['sends an unexpected response'], answer: misshapen('nonsense') },
  'denies access': FAULTS['denies access'],
  'limits the request rate': FAULTS['limits the request rate'],
  'rejects the token': FAULTS['rejects the token'],
  'refuses the request': FAULTS['refuses the request'],
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

const cases = (Object.keys(faults) as (keyof typeof faults)[]).flatMap((fault) =>
  [...reads, ...(fault === 'sends an unexpected response' ? [] : writes)].map((typed) => [typed, fault] as const),
);

/** `share remove` reports what the server has not done as a sharing that is not stopped. */
const isSharingNotStopped = (typed: string, fault: keyof typeof faults) =>
  typed.startsWith('share remove') &&
  ['denies access', 'limits the request rate', 'refuses the request'].includes(fault);

describe('a failing server', () => {
  const terminals: Terminal[] = [];
  beforeAll(() => expect(ENDPOINTS.length).toBeGreaterThan(20));
  afterAll(() => {
    for (const terminal of terminals) terminal.close();
  });

  // covers cli.exit.2a
  test.concurrent.each(cases)('%s reports the cause when the server %s', async (typed, fault) => {
    const { answer, ...meant } = faults[fault];
    const { code, says } = isSharingNotStopped(typed, fault) ? { code: 1, says: /Could not stop sharing/ } : meant;
    const terminal = new Terminal();
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

describe('a bug in physio', () => {
  const terminals: Terminal[] = [];
  afterAll(() => {
    for (const terminal of terminals) terminal.close();
  });

  test.concurrent.each([...reads, ...writes])(
    '%s reports a bug of physio as such, with its stack once',
    async (typed) => {
      const terminal = new Terminal();
      terminals.push(terminal);
      for (const endpoint of ENDPOINTS) terminal.http.fails(endpoint, async () => Problem.of(plantedError()));
      const ended = await terminal.physio([...typed.split(' '), '--verbose'], SIGNED_IN);
      const sentence = ended.stderr.split('\n').find((line) => line.startsWith('physio: ')) ?? '';
      expect([ended.code, sentence, ended.stdout]).toEqual([
        1,
        expect.stringContaining('Internal error (planted is not a function). This is a bug'),
        '',
      ]);
      const stacks = ended.stderr.split('TypeError: planted').slice(1);
      expect(stacks.length).toBeGreaterThan(0);
      expect(new Set(stacks.map((text) => text.match(/^ {4}at .*$/gm)?.join())).size).toBe(stacks.length);
      for (const never of [TOKEN, 'may have been', 'did not answer', 'Unexpected response'])
        expect(ended.stdout + ended.stderr).not.toContain(never);
    },
  );
});
