import type { AbortSignalLike } from '../../ports/http.ts';
import { Problem } from '../problem.ts';

/**
 * Throws the Problem `cancelled` if the signal has aborted. Call it between a response and the change that the response
 * causes.
 */
export function throwIfCancelled(signal: AbortSignalLike | undefined): void {
  if (signal?.aborted) throw new Problem('cancelled');
}
