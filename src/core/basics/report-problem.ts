import type { BugOrigin, Reporter, Outcome } from '../../ports/reporter.ts';
import { Problem } from '../problem.ts';

export interface ReportContext {
  origin?: BugOrigin;
  /** Name of the endpoint, if the Problem does not know it. */
  call?: string;
  /** Duration of the call, ms. */
  ms?: number;
}

const reported = new WeakSet<object>();

/**
 * Reports anything thrown once, however many callers pass it: an internal error as a bug, any other Problem except
 * `cancelled` as a problem. Returns it as a Problem.
 */
export function reportProblem(
  reporter: Reporter,
  thrown: unknown,
  { origin = 'command', call, ms }: ReportContext = {},
): Problem {
  const problem = Problem.of(thrown);
  const { code, status, serverCode } = problem;
  const subject = problem.cause instanceof Error ? problem.cause : problem;
  if (code === 'cancelled' || reported.has(subject)) return problem;
  reported.add(subject);
  reporter.report(
    code === 'internal'
      ? { kind: 'bug', error: problem, origin }
      : { kind: 'problem', code, call: call ?? problem.call, status, serverCode, ms },
  );
  return problem;
}

/** Counts what a flow came to. `ms`: how long it took, if the outcome has a duration. */
export function reportOutcome(reporter: Reporter, outcome: Outcome, ms?: number): void {
  reporter.report({ kind: 'outcome', outcome, ms });
}
