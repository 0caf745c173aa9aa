import type { Outcome, Reporter } from '../../ports/reporter.ts';

/** Counts what a flow came to. `ms`: how long it took, if the outcome has a duration. */
export function reportOutcome(reporter: Reporter, outcome: Outcome, ms?: number): void {
  reporter.report({ kind: 'outcome', outcome, ms });
}
