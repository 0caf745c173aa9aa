import { SECOND } from '../basics/time.ts';

const SECONDS = /^\d{1,9}$/;
/** Date format of RFC 9110, section 5.6.7. `Date.parse` alone accepts almost any text as a date. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/**
 * Converts a Retry-After header, in seconds or as a date, to ms from `now`. Undefined if the header is missing or
 * invalid.
 */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * SECOND;
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
