import type { Clock, Correction } from '../../ports/clock.ts';

/**
 * Calls `move` after each correction of the clock, with where an instant belongs: one that this page wrote is moved, and
 * what an earlier page wrote is not of this clock and stays.
 */
export function onOwnCorrection(clock: Clock, move: (correct: Correction) => void): void {
  let openedAt = clock.now();
  clock.onCorrection((correct) => {
    move((at) => (at >= openedAt && correct(at) <= clock.now() ? correct(at) : at));
    openedAt = correct(openedAt);
  });
}
