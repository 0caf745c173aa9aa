import { parseArgs } from 'node:util';
import { hunt, simulate, storyOf, type Run, type Scenario } from './kernel/simulate.ts';
import { shrunk } from './kernel/shrink.ts';
import { money } from './money/world.ts';
import { treatments } from './treatment/world.ts';

/** What can be simulated. */
const SCENARIOS: readonly Scenario[] = [money, treatments];

const MINUTE_MS = 60_000;
/** So many runs follow each other between two lines of progress. */
const RUNS_AT_ONCE = 2_000;

/** An option that cannot be used, in words. */
class UsageError extends Error {}

interface Options {
  minutes: number;
  /** Replays this run only, unless `minutes` are given as well: then it is the first. */
  seed: number | undefined;
  isReplay: boolean;
  scenarios: readonly Scenario[];
}

/**
 * Simulates as the command line asks, and prints the progress and the story of what is violated. Returns the exit code: 1
 * for a violation, 2 for options that cannot be used.
 */
export async function run(
  options: readonly string[],
  print: (line: string) => void,
  scenarios: readonly Scenario[] = SCENARIOS,
): Promise<number> {
  try {
    return await simulateAll(parsed(options, scenarios), print);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(error.message);
    return 2;
  }
}

function parsed(options: readonly string[], scenarios: readonly Scenario[]): Options {
  const { minutes, seed, scenario } = valuesOf(options);
  const named = scenarios.filter(({ name }) => scenario === undefined || name === scenario);
  if (named.length === 0)
    throw new UsageError(
      `invalid value "${scenario ?? ''}" for --scenario: choose one of ${scenarios.map(({ name }) => name).join(', ')}`,
    );
  return {
    minutes: minutes === undefined ? 1 : positive('minutes', minutes),
    seed: seed === undefined ? undefined : positive('seed', seed),
    isReplay: seed !== undefined && minutes === undefined,
    scenarios: named,
  };
}

function positive(name: string, value: string): number {
  if (!(Number(value) > 0)) throw new UsageError(`invalid value "${value}" for --${name}: enter a number above 0`);
  return Number(value);
}

function valuesOf(options: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args: [...options], options: { minutes: text, seed: text, scenario: text } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function simulateAll(options: Options, print: (line: string) => void): Promise<number> {
  let exitCode = 0;
  for (const scenario of options.scenarios) {
    const found = options.isReplay
      ? await replay(scenario, options.seed ?? 1, print)
      : await search(scenario, options, print);
    if (!found) continue;
    print(storyOf(await shrunk(scenario, found)));
    print(`To see it again: npm run simulate -- --scenario ${scenario.name} --seed ${found.seed}`);
    exitCode = 1;
  }
  return exitCode;
}

async function replay(scenario: Scenario, seed: number, print: (line: string) => void): Promise<Run | undefined> {
  const only = await simulate(scenario, { seed });
  if (only.violation) return only;
  print(storyOf(only));
  return undefined;
}

/** Runs seed after seed while there is time, from a random one unless one is given. */
async function search(
  scenario: Scenario,
  { minutes, seed = 1 + Math.floor(Math.random() * 1e9) }: Options,
  print: (line: string) => void,
): Promise<Run | undefined> {
  const end = performance.now() + minutes * MINUTE_MS;
  const total = { runs: 0, steps: 0, ms: 0 };
  while (performance.now() < end) {
    const { found, ...done } = await hunt(scenario, {
      from: seed + total.runs,
      runs: RUNS_AT_ONCE,
      withinMs: end - performance.now(),
    });
    total.runs += done.runs;
    total.steps += done.steps;
    total.ms += done.ms;
    const perSecond = (count: number) => Math.round((count / total.ms) * 1_000);
    print(
      `${scenario.name}, from seed ${seed}: ${total.runs} runs (${perSecond(total.runs)}/s), ${total.steps} steps (${perSecond(total.steps)}/s)`,
    );
    if (found) return found;
  }
  return undefined;
}
