import { expect, test } from 'vitest';
import type { Scenario } from './kernel/simulate.ts';
import { run } from './run.ts';

/** Lights a lamp, which breaks if `isFragile`. */
const lamp = (isFragile: boolean): Scenario => ({
  name: isFragile ? 'fragile' : 'sound',
  most: { steps: 60, faults: 8 },
  begin: () => ({
    violations: [],
    notes: [],
    choices: () => [{ kind: 'is lit', on: 'the lamp', weight: 1, isFault: false, take: () => undefined }],
    toSettle: () => undefined,
    afterStep: () => undefined,
    atRest() {
      if (isFragile) this.violations.push({ invariant: 'lasts', what: 'it is broken' });
    },
  }),
});

async function ran(...options: string[]): Promise<{ exitCode: number; lines: string[] }> {
  const lines: string[] = [];
  const exitCode = await run(options, (line) => void lines.push(line), [lamp(false), lamp(true)]);
  return { exitCode, lines };
}

test('A seed replays one run of each scenario, and prints its story', async () => {
  const { exitCode, lines } = await ran('--scenario', 'sound', '--seed', '7');
  expect([exitCode, lines[0]?.split('\n').slice(0, 2)]).toEqual([0, ['seed 7', 'the lamp: is lit']]);
});

test('A violation ends the search with its shortest story, the way to see it again and the exit code 1', async () => {
  const { exitCode, lines } = await ran('--scenario', 'fragile', '--minutes', '0.001', '--seed', '7');
  expect(exitCode).toBe(1);
  expect(lines.slice(1)).toEqual([
    'seed 7\nEverything comes to rest.\nVIOLATED lasts: it is broken',
    'To see it again: npm run simulate -- --scenario fragile --seed 7',
  ]);
});

test('A search that finds nothing prints how far it came', async () => {
  const { exitCode, lines } = await ran('--scenario', 'sound', '--minutes', '0.001', '--seed', '7');
  expect(exitCode).toBe(0);
  expect(lines[0]).toMatch(/^sound, from seed 7: \d+ runs \(\d+\/s\), \d+ steps \(\d+\/s\)$/);
});

test.each([
  [['--minutes', 'x'], 'invalid value "x" for --minutes: enter a number above 0'],
  [['--seed', '0'], 'invalid value "0" for --seed: enter a number above 0'],
  [['--scenario', 'none'], 'invalid value "none" for --scenario: choose one of sound, fragile'],
])('The options %j are refused', async (options, words) => {
  expect(await ran(...options)).toEqual({ exitCode: 2, lines: [words] });
});
