import { Problem } from '../../core/problem.ts';

/** Converts a thrown value to a Problem: `storage` for an error of the operating system, `internal` for a bug. A Problem stays unchanged. */
export function problemOf(thrown: unknown): Problem {
  const isRefusal = thrown instanceof Error && 'syscall' in thrown;
  return isRefusal ? new Problem('storage', { message: thrown.message, cause: thrown }) : Problem.of(thrown);
}
