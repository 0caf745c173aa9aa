const FIRST_MS = 250;
const CEILING_MS = 2_500;
const LATE_CEILING_MS = 15_000;
/** About half a minute of them, so that even an unlucky phone is not through with them within 13 s. */
const EARLY_TRIES = 26;

/** The longest that try number `tries` (from 0) may be put off, in ms. */
export function backOffCeiling(tries: number): number {
  return tries < EARLY_TRIES ? Math.min(FIRST_MS * 2 ** tries, CEILING_MS) : LATE_CEILING_MS;
}

/**
 * How long to wait before try number `tries` (from 0), in ms: anything up to a ceiling that doubles,
 * so that many phones which lost a server together do not come back together.
 */
export function backOff(tries: number, random: () => number): number {
  return Math.floor(random() * backOffCeiling(tries));
}
