const IGNORED_SKEW_MS = 120_000;
const TIME_REQUEST_TIMEOUT_MS = 3_000;

/**
 * How far this phone's clock is ahead of the server's, in ms, measured by the Date header of a response. Returns 0 for less than two
 * minutes or without a date. `refetch` confirms a difference with a second request that bypasses all caches, because a cached response
 * has an old date.
 */
export async function measureClockSkew(
  response: Response,
  refetch: (signal: AbortSignal) => Promise<Response>,
): Promise<number> {
  if (clockSkew(response) === 0) return 0;
  const second = await askedInTime(refetch);
  return second ? clockSkew(second) : 0;
}

/** The answer to a request for the time; undefined if it fails or takes too long. Never rejects. */
export async function askedInTime(ask: (signal: AbortSignal) => Promise<Response>): Promise<Response | undefined> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), TIME_REQUEST_TIMEOUT_MS);
  try {
    return await ask(abort.signal);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

function clockSkew({ headers }: Response): number {
  const dated = Date.parse(headers.get('date') ?? '');
  const ahead = Date.now() - dated - Number(headers.get('age') ?? 0) * 1_000;
  return Math.abs(ahead) > IGNORED_SKEW_MS ? ahead : 0;
}
