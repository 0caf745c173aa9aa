import type { Hunt, Run, Scenario } from './simulate.ts';
import { hunt, simulate } from './simulate.ts';

/** A mistake that the simulation has to find. */
export interface Mistake {
  /** A whole sentence. */
  name: string;
  /** The invariant that it violates. */
  violates: string;
  /** A seed that finds it. */
  seed: number;
  /** Makes the mistake while the work runs. */
  plant<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Runs seeds while the mistake is made, until one is found. */
export function huntFor(scenario: Scenario, mistake: Mistake, options: { from: number; runs: number }): Promise<Hunt> {
  return mistake.plant(() => hunt(scenario, options));
}

/** Runs the seed that is known to find the mistake. */
export function runOf(scenario: Scenario, mistake: Mistake): Promise<Run> {
  return mistake.plant(() => simulate(scenario, { seed: mistake.seed }));
}

/** The invariants that no mistake violates. */
export function unproved(invariants: Readonly<Record<string, string>>, mistakes: readonly Mistake[]): string[] {
  return Object.keys(invariants).filter((id) => mistakes.every(({ violates }) => violates !== id));
}

/** Replaces a method or another entry of an object while the work runs. */
export async function replaced<Target extends object, Name extends keyof Target, Result>(
  target: Target,
  name: Name,
  by: (original: Target[Name]) => Target[Name],
  work: () => Promise<Result>,
): Promise<Result> {
  const original = target[name];
  target[name] = by(original);
  try {
    return await work();
  } finally {
    target[name] = original;
  }
}
