const FIRST_MS = 250;
const CEILING_MS = 2_500;
const LATE_CEILING_MS = 15_000;
/** These attempts last about half a minute on average, and almost never less than 13 s. */
const EARLY_ATTEMPTS = 26;

/**
 * The maximum delay before attempt number `attempt` (from 0), in ms. `hangUps`: how often the server has accepted a login
 * and hung up before it told a state. It runs then and refuses to serve, so it is spared earlier than one that is not there.
 */
export function backOffCeiling(attempt: number, hangUps = 0): number {
  const ceiling = attempt < EARLY_ATTEMPTS ? Math.min(FIRST_MS * 2 ** attempt, CEILING_MS) : LATE_CEILING_MS;
  return Math.max(ceiling, Math.min(FIRST_MS * 2 ** hangUps, LATE_CEILING_MS));
}

/**
 * A random delay before attempt number `attempt` (from 0), in ms. The ceiling doubles with each attempt.
 * The full jitter spreads the reconnects of many phones that lost the server at the same time.
 */
export function backOff(attempt: number, random: () => number, hangUps = 0): number {
  return Math.floor(random() * backOffCeiling(attempt, hangUps));
}
