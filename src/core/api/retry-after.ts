import { SECOND } from '../time.ts';

const SECONDS = /^\d{1,9}$/;
/** As servers must write it (RFC 9110, 5.6.7): `Date.parse` by itself reads almost anything as a date. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;

/** In ms from `now`, from the header Retry-After, in seconds or as a date; undefined where it is missing or says neither. */
export function retryAfterMs(header: string | undefined, now: number): number | undefined {
  const text = header?.trim() ?? '';
  if (SECONDS.test(text)) return Number(text) * SECOND;
  const at = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
