/**
 * Simulates the shipped use-cases and stores. A `Scenario` begins a world: its pages are wired by hand on the ports of
 * this folder (`Network`, `SimulatedClock`, `Locks`), and every port call waits until the scheduler ends it. In each step
 * the world offers choices, one of which a seeded random takes; then everything that can go on goes on. The world tells
 * what the pages say as `notes`, and what is not true as `violations`. At the end of a run it has to settle.
 *
 * `simulate` runs one seed, `hunt` many. The same seed gives the same trace. `shrunk` shortens the choices of a run that
 * found something; `storyOf` tells it.
 */
import { SeededRandom } from '../../soak/seeded-random.ts';
import { nameOf, WeightedChoice, type Choice } from './choice.ts';
import { settled } from './settled.ts';

export interface Violation {
  invariant: string;
  what: string;
}

export interface World {
  choices(): Choice[];
  /** What is to happen next at the end of a run, so that all comes to rest; undefined if nothing is left. */
  toSettle(): Choice | undefined;
  /** Checks what has to hold once the world has settled. */
  atRest(): void;
  /** Checks what has to hold after each step. */
  afterStep(): void;
  /** What has been violated; the first one ends the run. */
  readonly violations: Violation[];
  /** What happened in the pages since the run began, in words. */
  readonly notes: readonly string[];
}

export interface Scenario {
  readonly name: string;
  /** How long its runs are at most, and how many faults they have. */
  readonly most: { steps: number; faults: number };
  /** The random decides the shape of the world. */
  begin(random: SeededRandom): World;
}

export interface Run {
  seed: number;
  /** The names of the choices that were taken before the world settled. */
  taken: readonly string[];
  /** What happened, with what the pages said then. */
  trace: readonly string[];
  violation?: Violation;
}

interface RunOptions {
  seed: number;
  /** Takes these choices instead of random ones; a choice that is not offered is skipped. */
  only?: readonly string[];
}

const SHORTEST = 10;
const MOST_SETTLING_STEPS = 500;

/** Runs one world from its seed. */
export async function simulate(scenario: Scenario, { seed, only }: RunOptions): Promise<Run> {
  const random = new SeededRandom(seed);
  const world = scenario.begin(random);
  const weighted = new WeightedChoice(random);
  const steps = SHORTEST + random.integerBelow(scenario.most.steps - SHORTEST);
  let faultsLeft = random.integerBelow(scenario.most.faults + 1);
  const taken: string[] = [];
  const trace: string[] = [];
  let told = 0;
  const take = async (choice: Choice, name: string): Promise<Violation | undefined> => {
    trace.push(name);
    await choice.take();
    await settled();
    world.afterStep();
    trace.push(...world.notes.slice(told).map((note) => `  ${note}`));
    told = world.notes.length;
    return world.violations[0];
  };
  let at = 0;
  const next = (offered: readonly Choice[]): Choice | undefined => {
    if (!only) return weighted.pick(offered.filter(({ isFault }) => !isFault || faultsLeft > 0));
    for (; at < only.length; at += 1) {
      const choice = offered.find((each) => nameOf(each, offered) === only[at]);
      if (choice) return ((at += 1), choice);
    }
    return undefined;
  };
  while (only || taken.length < steps) {
    const offered = world.choices();
    const choice = next(offered);
    if (!choice) break;
    if (choice.isFault) faultsLeft -= 1;
    const name = nameOf(choice, offered);
    taken.push(name);
    const violation = await take(choice, name);
    if (violation) return { seed, taken, trace, violation };
  }
  trace.push('Everything comes to rest.');
  for (let step = 0; step < MOST_SETTLING_STEPS; step += 1) {
    const choice = world.toSettle();
    if (!choice) break;
    const violation = await take(choice, nameOf(choice, [choice]));
    if (violation) return { seed, taken, trace, violation };
  }
  world.atRest();
  return { seed, taken, trace, violation: world.violations[0] };
}

export interface Hunt {
  runs: number;
  steps: number;
  ms: number;
  found?: Run;
}

interface HuntOptions {
  /** The first seed; the next ones follow. */
  from: number;
  runs: number;
  /** Ends the hunt after this time; ms. */
  withinMs?: number;
}

/** Runs seed after seed until one violates something. */
export async function hunt(scenario: Scenario, { from, runs, withinMs = Infinity }: HuntOptions): Promise<Hunt> {
  const begun = performance.now();
  const past = () => performance.now() - begun;
  let steps = 0;
  for (let done = 1; ; done += 1) {
    const seed = from + done - 1;
    const run = await withoutStacks(() => simulate(scenario, { seed }));
    steps += run.taken.length;
    if (run.violation) return { runs: done, steps, ms: past(), found: await simulate(scenario, { seed }) };
    if (done === runs || past() >= withinMs) return { runs: done, steps, ms: past() };
  }
}

/** Errors have no stack while the work runs: most of a lost request's cost is its stack, which nobody reads. */
async function withoutStacks<Result>(work: () => Promise<Result>): Promise<Result> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    return await work();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** The story of a run, line by line. */
export function storyOf({ seed, trace, violation }: Run): string {
  const end = violation ? [`VIOLATED ${violation.invariant}: ${violation.what}`] : [];
  return [`seed ${seed}`, ...trace, ...end].join('\n');
}
