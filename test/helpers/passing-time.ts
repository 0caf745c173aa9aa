import type { FakeClock } from '../../src/adapters/fake/fake-clock.ts';

const STEP_MS = 500;
/** What answers at once needs fewer turns of the event loop. */
const TURNS_A_STEP = 10;

/** Waits for the work while time passes only when something waits for it, however slow this computer is. */
export async function whileTimePasses<Result>(clock: FakeClock, work: Promise<Result>): Promise<Result> {
  let hasEnded = false;
  const ended = work.finally(() => (hasEnded = true));
  ended.catch(() => {}); // the caller gets the rejection
  while (!hasEnded) {
    for (let turn = 0; turn < TURNS_A_STEP && !hasEnded; turn += 1)
      await new Promise((resolve) => setImmediate(resolve));
    if (!hasEnded && clock.pending > 0) await clock.advance(STEP_MS);
  }
  return ended;
}
