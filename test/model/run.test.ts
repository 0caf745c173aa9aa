import { describe, expect, test } from 'vitest';
import { COUNTER_RULES, counterModel } from './counter-model.ts';
import type { Model } from './model.ts';
import { withFault } from './planted.ts';
import { run } from './run.ts';
import type { RegisteredModel } from './registry.ts';

const other: Model<number, number> = {
  ...counterModel,
  name: 'dice',
  starts: [{ name: 'one die', world: 0 }],
  actions: () => [1, 2, 3],
  apply: (sum, points) => sum + points,
  key: String,
  tell: (points) => `It shows ${points}.`,
  invariants: [],
  settle: () => undefined,
  depth: 3,
};
const MODELS: readonly RegisteredModel[] = [
  { model: counterModel, module: './counter-model.ts', exported: 'counterModel', tables: [] },
  { model: other, module: './dice-model.ts', exported: 'diceModel', tables: [] },
];

/** Runs the command with the models of this test. */
async function ran(...options: string[]): Promise<{ exitCode: number; lines: string[] }> {
  const lines: string[] = [];
  const exitCode = await run(options, (line) => void lines.push(line), MODELS);
  return { exitCode, lines };
}

describe('npm run model', () => {
  test('Without options, every model is explored to the depth of the tests', async () => {
    const { exitCode, lines } = await ran();
    expect(exitCode).toBe(0);
    expect(lines[0]).toBe('counter: two clients, three clients');
    expect(lines).toContain('All invariants hold in all 34 states; nothing else can happen after 12 steps.');
    expect(lines).toContain('dice: one die');
    expect(lines.at(-1)).toBe('All invariants hold in the 10 states of the first 3 steps.');
  });

  test('Each level is a line with its states, transitions, seconds and megabytes', async () => {
    const { lines } = await ran('--model', 'dice', '--depth', '1000');
    expect(lines).toHaveLength(1_004);
    expect(lines[1]?.trim().split(/ {2,}/)).toEqual(['depth', 'new states', 'states', 'transitions', 'seconds', 'MB']);
    expect(lines[1_002]?.trim().split(/ {2,}/)).toEqual([
      '1,000',
      '3',
      '3,001',
      '8,994',
      expect.stringMatching(/^\d+\.\d$/),
      expect.stringMatching(/^[\d,]+$/),
    ]);
  });

  test('A violation ends the command with 1 and prints its story and its test', async () => {
    const { exitCode, lines } = await withFault(
      COUNTER_RULES,
      () => ({ mayRead: () => true }),
      () => ran('--model', 'counter', '--scenario', 'three clients', '--depth', '9'),
    );
    expect(exitCode).toBe(1);
    expect(lines.at(-1)).toContain('Scenario: three clients\n  1. Client 1 reads 0.');
    expect(lines.at(-1)).toContain("import { counterModel } from './counter-model.ts';");
  });

  test.each([
    [['--depth', '0'], 'invalid value "0" for --depth: enter a number of steps above 0'],
    [['--depth', 'deep'], 'invalid value "deep" for --depth: enter a number of steps above 0'],
    [['--model', 'cards'], 'invalid value "cards" for --model: choose one of counter, dice'],
    [
      ['--scenario', 'two dice'],
      'invalid value "two dice" for --scenario: choose one of two clients, three clients, one die',
    ],
    [
      ['--model', 'dice', '--scenario', 'two clients'],
      'invalid value "two clients" for --scenario: choose one of one die',
    ],
  ])('%j is refused with the reason', async (options, message) => {
    expect(await ran(...options)).toEqual({ exitCode: 2, lines: [message] });
  });

  test('An unknown option and an argument that no option takes are refused', async () => {
    expect((await ran('--deep')).exitCode).toBe(2);
    expect((await ran('--deep')).lines[0]).toContain("Unknown option '--deep'");
    expect((await ran('12')).lines[0]).toContain("Unexpected argument '12'");
  });
});
