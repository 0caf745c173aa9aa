import { parseArgs } from 'node:util';
import { counterexample } from './counterexample.ts';
import { explore, type Exploration } from './explore.ts';
import { MODELS, type RegisteredModel } from './registry.ts';

const MEGABYTE = 2 ** 20;

/** An option that cannot be used, in words. */
class UsageError extends Error {}

interface RunOptions {
  depth: number | undefined;
  scenario: string | undefined;
  models: readonly RegisteredModel[];
}

/**
 * Explores the models as the command line asks, and prints each level, the result and a counterexample. Returns the exit
 * code: 1 for a violation, 2 for options that cannot be used.
 */
export async function run(
  options: readonly string[],
  print: (line: string) => void,
  models: readonly RegisteredModel[] = MODELS,
): Promise<number> {
  try {
    return await exploreAll(parsed(options, models), print);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    print(error.message);
    return 2;
  }
}

function parsed(options: readonly string[], models: readonly RegisteredModel[]): RunOptions {
  const { depth, model, scenario } = valuesOf(options);
  if (depth !== undefined && !/^[1-9]\d*$/.test(depth))
    throw new UsageError(`invalid value "${depth}" for --depth: enter a number of steps above 0`);
  const named = models.filter((each) => model === undefined || each.model.name === model);
  const names = models.map((each) => each.model.name);
  if (model !== undefined && named.length === 0)
    throw new UsageError(`invalid value "${model}" for --model: choose one of ${names.join(', ')}`);
  const scenarios = named.flatMap((each) => each.model.starts.map(({ name }) => name));
  if (scenario !== undefined && !scenarios.includes(scenario))
    throw new UsageError(`invalid value "${scenario}" for --scenario: choose one of ${scenarios.join(', ')}`);
  const withScenario = named.filter(
    (each) => scenario === undefined || each.model.starts.some(({ name }) => name === scenario),
  );
  return { depth: depth === undefined ? undefined : Number(depth), scenario, models: withScenario };
}

function valuesOf(options: readonly string[]) {
  try {
    const text = { type: 'string' } as const;
    return parseArgs({ args: [...options], options: { depth: text, model: text, scenario: text } }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
}

async function exploreAll({ depth, scenario, models }: RunOptions, print: (line: string) => void): Promise<number> {
  let exitCode = 0;
  for (const registered of models) {
    const { model } = registered;
    print(`${model.name}: ${scenario ?? model.starts.map(({ name }) => name).join(', ')}`);
    print(row(['depth', 'new states', 'states', 'transitions', 'seconds', 'MB']));
    const startedAt = performance.now();
    const exploration = await explore(model, {
      depth: depth ?? model.depth,
      scenario,
      onProgress: ({ depth, found, states, transitions }) => {
        const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
        const megabytes = Math.round(process.memoryUsage().rss / MEGABYTE);
        print(row([depth, found, states, transitions, seconds, megabytes]));
      },
    });
    print(resultOf(exploration));
    if (!exploration.violation) continue;
    print(`\n${counterexample(model, exploration.violation, registered)}`);
    exitCode = 1;
  }
  return exitCode;
}

function row(cells: readonly (number | string)[]): string {
  return cells.map((cell) => cell.toLocaleString('en').padStart(13)).join('');
}

function resultOf({ end, states, depth }: Exploration<unknown>): string {
  if (end === 'violation') return 'An invariant is violated:';
  const count = states.toLocaleString('en');
  return end === 'exhausted'
    ? `All invariants hold in all ${count} states; nothing else can happen after ${depth} steps.`
    : `All invariants hold in the ${count} states of the first ${depth} steps.`;
}
