import type { Clock, Correction } from '../../ports/clock.ts';

/** What is stored in part by this page; see `StoredJson.correct`. */
export interface Correctable {
  correct(correct: Correction, now: number): void;
}

/** Moves what this page has stored in these slices after each correction of the clock. What is older than the page stays. */
export function correctsOwn(clock: Clock, slices: readonly Correctable[]): void {
  let openedAt = clock.now();
  clock.onCorrection((correct) => {
    for (const slice of slices) slice.correct((at) => (at >= openedAt ? correct(at) : at), clock.now());
    openedAt = correct(openedAt);
  });
}
