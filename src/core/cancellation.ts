import type { AbortSignalLike } from '../ports/http.ts';
import { Problem } from './problem.ts';

/** Throws the Problem `cancelled` once the signal has aborted; to be called between a question and what its answer is to change. */
export function throwIfCancelled(signal: AbortSignalLike | undefined): void {
  if (signal?.aborted) throw new Problem('cancelled');
}
