export const SECOND = 1_000;
export const MINUTE = 60_000;
export const DAY = 86_400_000;
const CHINA_OFFSET = 8 * 60 * MINUTE;
/** The years 0000 to 9999. */
const FIRST_WRITABLE = -62_167_219_200_000;
const LAST_WRITABLE = 253_402_300_799_999;
/** The year 2000: servers write 0, 0000-00-00 and days of 1970 for no instant at all. */
const FIRST_SENT = 946_684_800_000;
const EPOCH_SECONDS_BELOW = 1e11;

/**
 * Epoch ms from what the server sends: epoch ms or epoch seconds (below 10^11) as a number or digits, a date and time of China
 * (UTC+8), or ISO 8601 with a zone. Undefined for anything else: a 30th of February, and what lies before 2000 or after 9999.
 */
export function instantFrom(value: number | string): number | undefined {
  const at = typeof value === 'number' ? epochMs(value) : instantOfText(value.trim());
  return at !== undefined && at >= FIRST_SENT && at <= LAST_WRITABLE ? at : undefined;
}

function epochMs(value: number): number {
  return Math.trunc(value < EPOCH_SECONDS_BELOW ? value * SECOND : value);
}

function instantOfText(text: string): number | undefined {
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
