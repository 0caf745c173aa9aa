import { simulate, type Run, type Scenario } from './simulate.ts';

/**
 * Returns the shortest run that it finds that violates the same: it leaves out ever smaller parts of the choices, as long
 * as the rest still violates it.
 */
export async function shrunk(scenario: Scenario, run: Run): Promise<Run> {
  let best = run;
  for (let size = Math.ceil(run.taken.length / 2); size >= 1;) {
    const shorter = await withoutSomePart(scenario, best, size);
    if (shorter) best = shorter;
    else size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return best;
}

async function withoutSomePart(scenario: Scenario, run: Run, size: number): Promise<Run | undefined> {
  const { seed, taken, violation } = run;
  for (let from = 0; from < taken.length; from += size) {
    const only = [...taken.slice(0, from), ...taken.slice(from + size)];
    const shorter = await simulate(scenario, { seed, only });
    const isSame = shorter.violation?.invariant === violation?.invariant;
    if (isSame && shorter.taken.length < taken.length) return shorter;
  }
  return undefined;
}
