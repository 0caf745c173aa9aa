import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { counterexample, replay, storyOf, testOf } from './counterexample.ts';
import { COUNTER_RULES, counterModel, type CounterAction } from './counter-model.ts';
import { withFault } from './planted.ts';
import { firstViolation, shrink } from './replay.ts';
import type { Violation } from './violation.ts';

const SOURCE = { module: './counter-model.ts', exported: 'counterModel' };
const withoutLock = <Result>(work: () => Result) => withFault(COUNTER_RULES, () => ({ mayRead: () => true }), work);
const keepsLock = <Result>(work: () => Result) =>
  withFault(COUNTER_RULES, () => ({ abandoned: (client) => client }), work);

const LOST: readonly CounterAction[] = [
  { type: 'read', client: 0 },
  { type: 'read', client: 1 },
  { type: 'write', client: 0 },
  { type: 'write', client: 1 },
];

const readsOld = <Result>(work: () => Result) => withFault(COUNTER_RULES, () => ({ valueRead: () => 0 }), work);
const STALE: readonly CounterAction[] = [
  { type: 'read', client: 0 },
  { type: 'write', client: 0 },
  { type: 'read', client: 1 },
  { type: 'write', client: 1 },
];

/** The first violation of the steps; fails if there is none. */
function violationOf(actions: readonly CounterAction[]): Violation<CounterAction> {
  const violation = firstViolation(counterModel, 'two clients', actions);
  if (!violation) throw new Error('these steps violate nothing');
  return violation;
}

describe('replay', () => {
  test('Sound steps have no story', () => {
    expect(replay(counterModel, 'two clients', [LOST[0]!, LOST[2]!, LOST[1]!, LOST[3]!])).toBeUndefined();
  });

  test('The story of a violation has the scenario, the steps, what is violated and its sentence', () => {
    expect(withoutLock(() => replay(counterModel, 'two clients', LOST))).toBe(
      [
        'Scenario: two clients',
        '  1. Client 1 reads 0.',
        '  2. Client 2 reads 0.',
        '  3. Client 1 writes 1.',
        '  4. Client 2 writes 1.',
        'This violates no-lost-write: the counter is at 1 after 2 writes.',
        "No client's write is lost.",
      ].join('\n'),
    );
  });

  test('The story of steps without an end tells the steps that lead nowhere', () => {
    expect(keepsLock(() => replay(counterModel, 'two clients', LOST.slice(0, 1)))).toBe(
      [
        'Scenario: two clients',
        '  1. Client 1 reads 0.',
        'Then, with a fair server and a person who does the sensible thing:',
        '  2. Client 1 gives up.',
        'This violates leads-to-settled: the last step repeats for ever.',
        'Whatever has happened, there are steps that a person can take to an end without an open question.',
      ].join('\n'),
    );
  });

  test('A step that its world does not offer is refused', () => {
    expect(() => replay(counterModel, 'two clients', LOST)).toThrow(
      'step 2 is not offered: {"type":"read","client":1}',
    );
    expect(() => replay(counterModel, 'no clients', [])).toThrow('the model counter has no scenario no clients');
  });
});

describe('shrink', () => {
  const longWay: readonly CounterAction[] = [
    { type: 'read', client: 2 },
    { type: 'write', client: 2 },
    { type: 'read', client: 0 },
    { type: 'read', client: 2 },
    { type: 'abandon', client: 0 },
    { type: 'read', client: 0 },
    { type: 'write', client: 2 },
    { type: 'read', client: 1 },
    { type: 'abandon', client: 1 },
    { type: 'write', client: 0 },
  ];

  test('Steps that the violation does not need are left out, pairs that need each other included', () => {
    const { actions } = withoutLock(() => shrink(counterModel, 'three clients', longWay, 'no-lost-write'));
    expect(actions).toEqual([
      { type: 'read', client: 2 },
      { type: 'read', client: 0 },
      { type: 'write', client: 2 },
      { type: 'write', client: 0 },
    ]);
  });

  test('Steps without an end are shrunk to the shortest way there', () => {
    const { actions, inVain } = keepsLock(() =>
      shrink(counterModel, 'three clients', longWay.slice(0, 3), 'leads-to-settled'),
    );
    expect(actions).toEqual([{ type: 'read', client: 2 }]);
    expect(inVain).toEqual([{ type: 'abandon', client: 2 }]);
  });

  test('Steps that do not violate the invariant are refused', () => {
    expect(() => shrink(counterModel, 'two clients', LOST.slice(0, 1), 'no-lost-write')).toThrow(
      'these steps do not violate no-lost-write',
    );
  });
});

describe('the test to paste', () => {
  const pasted = readsOld(() => testOf(counterModel, violationOf(STALE), SOURCE));

  test('The test has its imports, the sentence of the invariant and the story beside the steps', () => {
    expect(pasted).toBe(`import { expect, test } from 'vitest';
import { replay } from './counterexample.ts';
import { counterModel } from './counter-model.ts';

test("No client's write is lost", () => {
  expect(
    replay(counterModel, 'two clients', [
      // Client 1 reads 0.
      { type: 'read', client: 0 },
      // Client 1 writes 1.
      { type: 'write', client: 0 },
      // Client 2 reads 0.
      { type: 'read', client: 1 },
      // Client 2 writes 1.
      { type: 'write', client: 1 },
    ]),
  ).toBeUndefined();
});
`);
  });

  test('The printed counterexample has the story and the test', () => {
    const printed = readsOld(() => counterexample(counterModel, violationOf(STALE), SOURCE));
    expect(printed).toContain(readsOld(() => storyOf(counterModel, violationOf(STALE))));
    expect(printed).toContain(pasted);
  });

  test('The test compiles, fails with the story while the fault is there, and passes once it is gone', () => {
    mkdirSync('test-results', { recursive: true });
    const folder = mkdtempSync(path.resolve('test-results/pasted-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
    const run = (program: string, ...options: string[]) =>
      spawnSync(path.resolve('node_modules/.bin', program), options, { cwd: folder, encoding: 'utf8' });

    const sound = pasted.replaceAll("'./", "'../../test/model/");
    const imported = "import { COUNTER_RULES } from '../../test/model/counter-model.ts';\n";
    write('sound.test.ts', sound);
    write('faulty.test.ts', `${imported}${sound}COUNTER_RULES.valueRead = () => 0;\n`);
    write('mistyped.ts', sound.replace('client: 0', "client: '0'"));
    write(
      'tsconfig.json',
      '{ "extends": "../../tsconfig.json", "include": ["*.ts"], "compilerOptions": { "incremental": false } }',
    );

    write('vitest.config.mjs', 'export default {};');

    const complaints = run('tsc', '-p', '.').stdout.match(/^\S+(?=\()/gm);
    expect([...new Set(complaints)]).toEqual(['mistyped.ts']);
    const { stdout, stderr } = run('vitest', 'run', '--no-color');
    expect(stdout).toContain('1 failed | 1 passed');
    expect(stderr).toContain('4. Client 2 writes 1.');
  });
});
