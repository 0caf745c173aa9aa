import { CHINA_OFFSET, MAX_FORMATTABLE, MIN_FORMATTABLE } from './time.ts';

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

function inChina(instant: number): string {
  return new Date(Math.min(Math.max(instant + CHINA_OFFSET, MIN_FORMATTABLE), MAX_FORMATTABLE)).toISOString();
}
