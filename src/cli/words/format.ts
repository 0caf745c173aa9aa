import type { Clock } from '../../ports/clock.ts';
import type { Destination } from '../../core/destination.ts';
import { isOff, isSet, optionOf, type TableOption, type Tables } from '../../core/device/tables.ts';
import { rests, runs, type DeviceState } from '../../core/device/device-state.ts';
import { yuanText } from '../../core/basics/money.ts';
import { DAY, HOUR, MINUTE, remainingDays, SECOND, dateText, dateTimeText } from '../../core/basics/time.ts';
import { modeOf } from '../../core/treatment/settings/settings.ts';
import type { CommandHint } from './command-hint.ts';
import { counted } from './text.ts';

/** What stands for a fact of the account that the server leaves out. */
export const NOT_SENT = 'unknown (the server sends none)';

/** ISO 8601 in UTC, for programs. */
export function iso(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : new Date(instant).toISOString();
}

const CHINA_ZONE = '+08:00';

/** Date and time in China with the zone, for people. */
export function dayAndTime(instant: number | undefined): string | undefined {
  return instant === undefined ? undefined : `${dateTimeText(instant).slice(0, -':ss'.length)} ${CHINA_ZONE}`;
}

/** Date and time in China with seconds and the zone, for people. */
export function dayAndSecond(instant: number): string {
  return `${dateTimeText(instant)} ${CHINA_ZONE}`;
}

/** Who reads a time: on a terminal, an age says more than a date. */
export interface Reader {
  now: number;
  isTerminal: boolean;
}

export function readerOf(output: { isTerminal: boolean }, { time }: { time: Pick<Clock, 'now'> }): Reader {
  return { now: time.now(), isTerminal: output.isTerminal };
}

/** An older time is easier to read as a date. */
const MAX_AGE_MS = 30 * DAY;
const JUST_NOW_MS = 10 * SECOND;

/** The age of a past time; undefined if it is older than 30 days, or so far in the future that one of the clocks is wrong. */
export function ageText(at: number, now: number): string | undefined {
  const ms = now - at;
  if (ms < -MINUTE || ms >= MAX_AGE_MS) return undefined;
  return recentAge(at, now);
}

/** The age of a time that this program has observed itself; `just now` if the clock was set back since. */
export function recentAge(at: number, now: number): string {
  const ms = now - at;
  if (ms < JUST_NOW_MS) return 'just now';
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)} s ago`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)} min ago`;
  if (ms < DAY) return `${Math.floor(ms / HOUR)} h ago`;
  return `${counted(Math.floor(ms / DAY), 'day')} ago`;
}

/** A duration for people. */
export function durationText(ms: number): string {
  if (ms < SECOND) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < MINUTE) return `${(ms / SECOND).toFixed(ms < 10 * SECOND ? 1 : 0)} s`;
  if (ms < 2 * HOUR) return `${Math.round(ms / MINUTE)} min`;
  return ms < 2 * DAY ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / DAY)} days`;
}

/** A cell of a table: the age on a terminal, or the date of an older time; else the date and time. */
export function ageOrTime(at: number | undefined, { now, isTerminal }: Reader): string | undefined {
  if (at === undefined || !isTerminal) return dayAndTime(at);
  return ageText(at, now) ?? (at < now ? dateText(at) : dayAndTime(at));
}

/** A line of a record: the date and time, with the age on a terminal. */
export function timeAndAge(at: number | undefined, reader: Reader): string | undefined {
  return at === undefined ? undefined : withAge(String(dayAndTime(at)), at, reader);
}

/** The day of an end, with its age on a terminal. */
export function endText(at: number | undefined, reader: Reader): string | undefined {
  return at === undefined ? undefined : withAge(dateText(at), at, reader);
}

function withAge(text: string, at: number, { now, isTerminal }: Reader): string {
  const age = isTerminal ? ageText(at, now) : undefined;
  return age === undefined ? text : `${text} (${age})`;
}

/** The last day and the remaining days. */
export function until(expiresAt: number | undefined, now: number): string | undefined {
  if (expiresAt === undefined) return undefined;
  return `${dateText(expiresAt)} (${leaseLeft(expiresAt, now)})`;
}

/** The remaining time of a lease, in whole days. */
export function leaseLeft(expiresAt: number, now: number): string {
  const days = remainingDays(expiresAt, now);
  if (expiresAt <= now) return 'ended';
  return days === 0 ? 'less than a day left' : `${counted(days, 'day')} left`;
}

export function yuan(fen: number | undefined): string | undefined {
  return fen === undefined ? undefined : `￥${yuanText(fen)}`;
}

export function onlineText(online: boolean | undefined): string | undefined {
  return online === undefined ? undefined : online ? 'online' : 'offline';
}

/** What a device reports of its settings and counters. */
export const SETTING_FIELDS = [
  'minutes',
  'usedMinutes',
  'function',
  'auxiliary',
  'voltage',
  'frequency',
  'waveform',
  'infrared',
  'remainingUses',
] as const;

export const STATE_FIELDS = ['on', 'mode', ...SETTING_FIELDS] as const;

/** A code with its meaning, as in `6 (11000 V)`. */
export function optionText({ code, amount, name, label }: TableOption, unit = ''): string {
  return `${code} (${label ?? (amount === undefined ? (name ?? '') : `${amount}${unit}`)})`;
}

/** The codes of a report with their meanings in this deployment; undefined for a setting that is not set. */
export function codeTexts(
  { voltage, frequency, waveform, infrared }: Pick<ReturnType<typeof stateRow>, CodeField>,
  tables: Tables,
): Record<CodeField, string | undefined> {
  const text = (table: readonly TableOption[], code: number | undefined, unit?: string) => {
    const option = optionOf(table, code);
    if (option) return optionText(option, unit);
    return isSet(table, code) ? `${code} (unknown code)` : undefined;
  };
  return {
    voltage: text(tables.voltage, voltage, ' V'),
    frequency: text(tables.frequency, frequency, ' Hz'),
    waveform: text(tables.waveform, waveform),
    infrared: text(tables.infrared, infrared),
  };
}

type CodeField = 'voltage' | 'frequency' | 'waveform' | 'infrared';

/** Infrared may be set and off by its level. */
export function auxiliaryText(
  { auxiliary, infrared: code }: Pick<ReturnType<typeof stateRow>, 'auxiliary' | 'infrared'>,
  { infrared: level = 'unknown' }: ReturnType<typeof codeTexts>,
  { infrared }: Tables,
): string | undefined {
  if (auxiliary !== 'infrared') return auxiliary;
  const option = optionOf(infrared, code);
  return `infrared, ${option && isOff(option) ? 'off' : `level ${level}`}`;
}

/** What a device reported last, and its connection. `isPast`: since then, something else happened. The report of an offline device is its past. */
export interface Sight {
  state: DeviceState;
  online: boolean | undefined;
  isPast?: boolean;
}

function isPast({ online, isPast: isOutdated = false }: Sight): boolean {
  return online === false || isOutdated;
}

/**
 * A device's state, named like the options of `treatment start`. Of an offline device, it is the last report, which does
 * not say whether the device runs. A report since which something else happened tells nothing. `on`: it runs; a device that
 * reports its switch as on, and no minutes left, has finished.
 */
export function stateRow(sight: Sight) {
  const state: DeviceState = sight.isPast ? {} : sight.state;
  const on = isPast(sight) || state.on === undefined ? undefined : runs(state);
  return {
    on,
    mode: on ? modeOf(state) : undefined,
    minutes: state.workMinutes,
    usedMinutes: state.usedMinutes,
    function: state.function,
    auxiliary: state.auxiliary,
    voltage: state.voltage,
    frequency: state.frequency,
    waveform: state.waveform,
    infrared: state.infraredLevel,
    remainingUses: state.remainingUses,
  };
}

/** A short text for people. */
export function stateText(sight: Sight): string {
  const { state } = sight;
  if (state.on === undefined) return 'unknown';
  return isPast(sight) ? unknownSince(reportText(state)) : reportText(state);
}

/** What is said of a device that may do something else by now. */
export function unknownSince(lastReport: string): string {
  return `unknown (last report: ${lastReport})`;
}

/** What an offline device reported last, unless something else has happened since. */
export function lastReportOf({ state, online, isPast: isOutdated = false }: Sight): string | undefined {
  return online === false && !isOutdated && state.on !== undefined ? reportText(state) : undefined;
}

function reportText(state: DeviceState): string {
  if (rests(state)) return 'idle';
  const { usedMinutes, workMinutes } = state;
  const minutes =
    usedMinutes === undefined
      ? workMinutes === undefined
        ? undefined
        : `set to ${workMinutes} min`
      : `${usedMinutes}${workMinutes === undefined ? '' : ` of ${workMinutes}`} min`;
  return [`running ${modeOf(state) ?? 'in an unknown mode'}`, minutes].filter(Boolean).join(', ');
}

/** The command that a destination leads to. */
export function nextStep(destination: Destination, sno: string, hint: CommandHint): string {
  switch (destination.to) {
    case 'lease':
      return hint`plan list ${sno}`;
    case 'mode-menu':
      return hint`treatment start ${sno} --mode bio`;
    case 'process':
      return hint`treatment show ${destination.sno}`;
    case 'order-detail':
      return hint`order list`;
    case 'cards':
      return hint`card list`;
    case 'my':
      return hint`device list`;
  }
}
