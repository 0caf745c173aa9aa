import { askedInTime, measureClockSkew } from './clock-skew.ts';
import { serverTimeOf } from '../http/tracing-http.ts';
import { SystemClock } from '../system-clock.ts';

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
