import { SECOND } from '../basics/time.ts';

/** Maximum age of a state: one poll interval of 10 s and a margin. */
const STATE_MAX_AGE_MS = 15 * SECOND;

/** True if a state of that time no longer describes the present. */
export function isStale(seenAt: number, now: number): boolean {
  return now - seenAt > STATE_MAX_AGE_MS;
}
