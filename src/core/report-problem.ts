import type { BugOrigin, Reporter } from '../ports/reporter.ts';
import type { Problem } from './problem.ts';

export interface ReportContext {
  origin?: BugOrigin;
  /** Name of the endpoint, if the Problem does not know it. */
  call?: string;
  /** Duration of the call. */
  ms?: number;
}

const reported = new WeakSet<object>();

/**
 * Reports a Problem once, however many callers pass it: an internal error as a bug, any other except `cancelled` as a
 * problem.
 */
export function reportProblem(
  reporter: Reporter,
  problem: Problem,
  { origin = 'command', call = problem.call, ms }: ReportContext = {},
): void {
  const subject = problem.cause instanceof Error ? problem.cause : problem;
  if (problem.code === 'cancelled' || reported.has(subject)) return;
  reported.add(subject);
  const { code, status, serverCode } = problem;
  reporter.report(
    code === 'internal'
      ? { kind: 'bug', error: problem, origin }
      : { kind: 'problem', code, call, status, serverCode, ms },
  );
}
