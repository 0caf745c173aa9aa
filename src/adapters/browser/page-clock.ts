import { serverTimeOf } from '../http/tracing-http.ts';
import { SystemClock } from '../system-clock.ts';

const IGNORED_SKEW_MS = 120_000;
const TIME_REQUEST_TIMEOUT_MS = 3_000;

/**
 * A clock that is set by the Date of the page's own server: by that of `response`, and by a new one each time the phone's
 * clock is in doubt. The page goes on without an answer.
 */
export async function pageClock(file: URL, response: Response): Promise<SystemClock> {
  const ask = (signal: AbortSignal) => fetch(file, { cache: 'no-store', signal });
  const clock = new SystemClock(await measureClockSkew(response, ask));
  let isAsking = false;
  clock.onDoubt = () => {
    if (isAsking) return;
    isAsking = true;
    void askTime(ask, clock).finally(() => (isAsking = false));
  };
  return clock;
}

async function askTime(ask: (signal: AbortSignal) => Promise<Response>, clock: SystemClock): Promise<void> {
  const sentAt = performance.now();
  const response = await askedInTime(ask);
  const at = response && serverTimeOf((name) => response.headers.get(name));
  if (at !== undefined) clock.takeServerTime(at, performance.now() - sentAt);
}

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
async function askedInTime(ask: (signal: AbortSignal) => Promise<Response>): Promise<Response | undefined> {
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
