export const SECOND = 1_000;
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const CHINA_OFFSET = 8 * HOUR;
/** The years 0000 to 9999. */
export const MIN_FORMATTABLE = -62_167_219_200_000;
export const MAX_FORMATTABLE = 253_402_300_799_999;
/** The year 2000. Servers send 0, 0000-00-00 and dates in 1970 for a missing time. */
const MIN_PLAUSIBLE = 946_684_800_000;
const EPOCH_SECONDS_BELOW = 1e11;

/** A date and time of this century without separators, as WeChat writes the end of a payment: 20260301083000. */
const COMPACT = /^(20\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/;

const DATE = /^\d{4}-\d{1,2}-\d{1,2}$/;

/**
 * Converts a server's time to epoch ms. It accepts epoch ms or epoch seconds (below 10^11) as a number or digits, a
 * date and time in China (UTC+8), also as a text of fourteen digits, or ISO 8601 with a zone. Returns undefined for anything else:
 * an impossible date such as February 30, or a time before 2000 or after 9999.
 */
export function instantFrom(value: number | string): number | undefined {
  const at = typeof value === 'number' ? epochMs(value) : instantOfText(value.trim());
  return at !== undefined && at >= MIN_PLAUSIBLE && at <= MAX_FORMATTABLE ? at : undefined;
}

/** Converts the end of something as `instantFrom` does; a date alone ends with its day in China. */
export function endFrom(value: number | string): number | undefined {
  const at = instantFrom(value);
  const isDate = typeof value === 'string' && DATE.test(value.trim());
  return at !== undefined && isDate ? at + DAY - 1 : at;
}

function epochMs(value: number): number {
  return Math.trunc(value < EPOCH_SECONDS_BELOW ? value * SECOND : value);
}

function instantOfText(text: string): number | undefined {
  if (COMPACT.test(text)) return instantOfText(text.replace(COMPACT, '$1-$2-$3 $4:$5:$6'));
  if (/^\d{9,16}$/.test(text)) return epochMs(Number(text));
  const match =
    /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(?: ?(Z|([+-])(\d{2}):?(\d{2})))?)?$/i.exec(
      text,
    );
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [fraction = '', zone, sign, zoneHours, zoneMinutes] = match.slice(7);
  if (hour > 23 || minute > 59 || second > 59 || Number(zoneHours) > 14 || Number(zoneMinutes) > 59) return undefined;
  const utc = Date.UTC(year, month - 1, day, hour, minute, second, Number(fraction.slice(0, 3).padEnd(3, '0')));
  const read = new Date(utc);
  if (read.getUTCFullYear() !== year || read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return undefined;
  if (zone === undefined) return utc - CHINA_OFFSET;
  const offset = (Number(zoneHours ?? 0) * 60 + Number(zoneMinutes ?? 0)) * MINUTE;
  return sign === '-' ? utc + offset : utc - offset;
}

/** Milliseconds since `at`, never negative. `at` is in the future if the clock was set back. */
export function ageOf(at: number, now: number): number {
  return Math.max(0, now - at);
}

/**
 * How far the clock of a reloaded page, or of another tab, may be behind the one before: each takes the time from answers of
 * a server, which dates them in whole seconds.
 */
export const CLOCK_PRECISION_MS = 2_000;

/** True if `at` is less than `ms` ago; false if it is in the future, because the clock was set back. */
export function isWithin(ms: number, at: number, now: number): boolean {
  return at - now <= CLOCK_PRECISION_MS && now - at < ms;
}

/** Whole days until `expiresAt`, rounded down; negative after it. */
export function remainingDays(expiresAt: number, now: number): number {
  return Math.floor((expiresAt - now) / DAY);
}

/** Formats the date in China as YYYY-MM-DD, regardless of the phone's time zone; clamps years beyond 9999. */
export function dateText(instant: number): string {
  return inChina(instant).slice(0, 10);
}

/** Formats the date and time in China as YYYY-MM-DD HH:mm:ss. */
export function dateTimeText(instant: number): string {
  return inChina(instant).slice(0, 19).replace('T', ' ');
}

/** Formats the time of day in China as HH:mm:ss. */
export function timeOfDayText(instant: number): string {
  return inChina(instant).slice(11, 19);
}

/** Formats the time of day in China as HH:mm:ss, after its date unless that is the date of `now`. */
export function pastTimeText(instant: number, now: number): string {
  return dateText(instant) === dateText(now) ? timeOfDayText(instant) : dateTimeText(instant);
}

/** Formats the time of day in China as HH:mm, after its date unless that is the date of `now`. */
export function pastMinuteText(instant: number, now: number): string {
  return pastTimeText(instant, now).slice(0, -':ss'.length);
}

/** Formats the date and time in China as MM-DD HH:mm, after its year unless that is the year of `now`. */
export function shortTimeText(instant: number, now: number): string {
  const text = dateTimeText(instant).slice(0, -':ss'.length);
  const year = text.slice(0, 'YYYY-'.length);
  return dateText(now).startsWith(year) ? text.slice(year.length) : text;
}

function inChina(instant: number): string {
  return new Date(Math.min(Math.max(instant + CHINA_OFFSET, MIN_FORMATTABLE), MAX_FORMATTABLE)).toISOString();
}
