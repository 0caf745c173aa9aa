import { Problem } from '../core/problem.ts';

/** Returns whatever was thrown as a Problem: what the operating system refuses is `storage`, any other error is one of this program. */
export function problemOf(thrown: unknown): Problem {
  const isRefusal = thrown instanceof Error && 'syscall' in thrown;
  return isRefusal ? new Problem('storage', { message: thrown.message, cause: thrown }) : Problem.of(thrown);
}
