import { Problem } from '../../core/problem.ts';

/** Converts a thrown value to a Problem: `storage` for an error of the operating system, `internal` for a bug. A Problem stays unchanged. */
export function problemOf(thrown: unknown): Problem {
  if (!(thrown instanceof Error && 'syscall' in thrown)) return Problem.of(thrown);
  const { code, path, message } = thrown as NodeJS.ErrnoException;
  const what = code !== undefined && path !== undefined ? `${path} cannot be used: ${code}` : message;
  return new Problem('storage', { message: what, cause: thrown });
}
