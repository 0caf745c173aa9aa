import { SECOND } from '../time.ts';

/** A state is asked for each 10 s: what is older than this was asked for in vain. */
const FRESH_FOR_MS = 15 * SECOND;

/** Whether what was told then can no longer pass for how things stand now. */
export function isStale(seenAt: number, now: number): boolean {
  return now - seenAt > FRESH_FOR_MS;
}
