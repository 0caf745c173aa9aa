export const SECOND = 1_000;
export const MINUTE = 60_000;
export const DAY = 86_400_000;
const CHINA_OFFSET = 8 * 60 * MINUTE;
/** The years 0000 to 9999. */
const FIRST_WRITABLE = -62_167_219_200_000;
const LAST_WRITABLE = 253_402_300_799_999;

/**
 * Epoch ms from what the server sends: epoch ms as a number or digits, or a date and time of China (UTC+8);
 * undefined for anything else, a 30th of February included.
 */
export function instantFrom(value: number | string): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) && Math.abs(value) <= 8.64e15 ? Math.trunc(value) : undefined;
  const text = value.trim();
  if (/^\d{10,16}$/.test(text)) return instantFrom(Number(text));
  const match = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[ T](\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/.exec(text);
  if (!match) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1).map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  if (hour > 23 || minute > 59 || second > 59) return undefined;
  const utc = Date.UTC(year, month - 1, day, hour, minute, second);
  const read = new Date(utc);
  if (read.getUTCFullYear() !== year || read.getUTCMonth() !== month - 1 || read.getUTCDate() !== day) return undefined;
  return utc - CHINA_OFFSET;
}

/** The day in China as YYYY-MM-DD, whatever the phone's zone; of an instant too far away for that, the last such day. */
export function dateText(instant: number): string {
  return inChina(instant).slice(0, 10);
}

/** Day and time in China as YYYY-MM-DD HH:mm:ss. */
export function dateTimeText(instant: number): string {
  return inChina(instant).slice(0, 19).replace('T', ' ');
}

/** The time of day in China as HH:mm:ss, as every instant of this app is told. */
export function timeOfDayText(instant: number): string {
  return inChina(instant).slice(11, 19);
}

function inChina(instant: number): string {
  return new Date(Math.min(Math.max(instant + CHINA_OFFSET, FIRST_WRITABLE), LAST_WRITABLE)).toISOString();
}

/** Milliseconds since `at`, never negative: an instant ahead of the clock was written before the clock was set back. */
export function ageOf(at: number, now: number): number {
  return Math.max(0, now - at);
}

/** Whether `at` lies less than `ms` ago. An instant ahead of the clock, written before the clock was set back, says nothing and does not. */
export function isWithin(ms: number, at: number, now: number): boolean {
  return at <= now && now - at < ms;
}

/** Whole days left until `expiresAt`, rounded down; negative once it has passed. */
export function remainingDays(expiresAt: number, now: number): number {
  return Math.floor((expiresAt - now) / DAY);
}
