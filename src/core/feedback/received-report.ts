import { deviceNumberOf } from '../basics/device-code.ts';
import { DAY, instantFrom, SECOND, timeOfDayText } from '../basics/time.ts';
import { withoutPrivateShapes } from './redaction.ts';
import { REPORT_LABELS } from './report.ts';

/** An entry of a received report. */
export interface Moment {
  /** Time of day in China, HH:mm:ss. */
  time: string;
  /** The day, if the entry names it because it is another one than the report's: YYYY-MM-DD. */
  date?: string | undefined;
  /** Epoch ms; counted from the day 0 if the report lacks its date. */
  at: number;
  path: string;
}

/** A call of a received report; `at` is when it ended. */
export interface ReceivedCall extends Moment {
  /** The HTTP status and the server's code, or the Problem's code. */
  code: string;
  ms: number;
}

/** The legible part of a report that a customer sent. */
export interface ReceivedReport {
  /** Epoch ms; undefined if the report lacks its date. */
  createdAt?: number;
  version?: string;
  /** The device that the message is about. */
  sno?: string;
  /** The device that the customer last looked at. */
  lastSno?: string;
  userAgent?: string;
  insideWeChat?: boolean;
  online?: boolean;
  /** The oldest first. */
  screens: Moment[];
  calls: ReceivedCall[];
  /** Number of illegible or incomplete entries. */
  incomplete: number;
  /** Number of older reports in the same text. */
  others: number;
}

const MAX_LINE_LENGTH = 1_000;
const MAX_ENTRIES = 100;
const MAX_CALL_MS = DAY;
const HALF_DAY_SECONDS = 43_200;
const DAY_SECONDS = 86_400;

const LINE_BREAKS = /\\r\\n|\\[nr]|<br ?\/?>|\r\n?|[\u2028\u2029]/gi;
const SPACES = /[^\S\n]+|&nbsp;/g;
const QUOTE_MARKS = /^[>|*` ]+/;
const DEVICE_NUMBER = /^[\w-]{4,19}$/;
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d';
const DATE = '\\d{4}-\\d\\d-\\d\\d';
/** The date of an entry, which a `T` joins to its time while the text is split into entries. */
const DATED_ENTRY = new RegExp(`(${DATE}) (?=${TIME} /)`, 'g');
const HEADING = new RegExp(`${REPORT_LABELS.heading} ?[:：]? ?(${DATE} ${TIME})`, 'g');
const NEXT_ENTRY = new RegExp(` (?=(?:${DATE}T)?${TIME} /)`, 'g');
const { heading: _, yes, no, ...NAMES } = REPORT_LABELS;
const NEXT_LABEL = new RegExp(` (?=(?:${Object.values(NAMES).join('|')})(?: |$))`, 'gm');
const CALL = new RegExp(`^(?:(${DATE})T)?(${TIME}) (/\\S*) (\\S{1,40}(?: \\S{1,40})?) (\\d{1,9}) ?ms\\b`);
const SCREEN = new RegExp(`^(?:(${DATE})T)?(${TIME}) (/\\S*)$`);
const ENTRY = new RegExp(`^(?:${DATE}T)?${TIME}`);

/**
 * Finds the newest report in a text: pasted with other text around it, quoted, on one line, or cut off. Redacts it again. Returns undefined
 * if the text contains none.
 */
export function receivedReport(text: string): ReceivedReport | undefined {
  const tidy = text.replace(LINE_BREAKS, '\n').replace(SPACES, ' ');
  const headings = Array.from(tidy.matchAll(HEADING), ({ 0: heading, 1: date = '', index }) => ({
    createdAt: instantFrom(date),
    start: index + heading.length,
  })).filter(({ createdAt }) => createdAt !== undefined);
  if (headings.length === 0) return report(tidy, undefined);
  const parts = headings.map(({ createdAt, start }, index) => ({
    createdAt,
    body: tidy.slice(start, headings[index + 1]?.start),
  }));
  const newest = parts.reduce((one, other) => ((other.createdAt ?? 0) >= (one.createdAt ?? 0) ? other : one));
  const found = report(newest.body, newest.createdAt) ?? { screens: [], calls: [], incomplete: 0, others: 0 };
  return { ...found, createdAt: newest.createdAt, others: parts.length - 1 };
}

function report(body: string, createdAt: number | undefined): ReceivedReport | undefined {
  const lines = body
    .replace(DATED_ENTRY, '$1T')
    .replace(NEXT_ENTRY, '\n')
    .replace(NEXT_LABEL, '\n')
    .split('\n')
    .map((line) => line.slice(0, MAX_LINE_LENGTH).replace(QUOTE_MARKS, '').trimEnd());
  const { screens, calls, incomplete } = entriesOf(lines);
  if (createdAt === undefined && calls.length === 0 && !(screens.length > 0 && lines.includes(NAMES.screens)))
    return undefined;
  const times = datedFrom(createdAt, [calls[0]?.time, screens[0]?.time]);
  return {
    createdAt,
    version: valueOf(lines, NAMES.version, /^[\w.+-]{1,19}$/),
    sno: deviceNumberOf(valueOf(lines, NAMES.device, DEVICE_NUMBER) ?? ''),
    lastSno: deviceNumberOf(valueOf(lines, NAMES.lastDevice, DEVICE_NUMBER) ?? ''),
    userAgent: valueOf(lines, NAMES.phone, /^[\w.]+\/.*(?:AppleWebKit|Gecko|MicroMessenger)/),
    insideWeChat: yesOrNo(lines, NAMES.insideWeChat),
    online: yesOrNo(lines, NAMES.online),
    screens: times(screens),
    calls: times(calls),
    incomplete,
    others: 0,
  };
}

/** The entries in the report's order: the newest first. */
function entriesOf(lines: readonly string[]) {
  const screens: Omit<Moment, 'at'>[] = [];
  const calls: Omit<ReceivedCall, 'at'>[] = [];
  let incomplete = 0;
  let isInCalls = false;
  for (const line of lines) {
    isInCalls ||= line === NAMES.calls;
    const [, calledOn, calledAt = '', called = '', code = '', ms] = CALL.exec(line) ?? [];
    const [, shownOn, shownAt = '', shown = ''] = SCREEN.exec(line) ?? [];
    if (ms !== undefined && Number(ms) <= MAX_CALL_MS)
      calls.push({
        date: calledOn,
        time: calledAt,
        path: redactedPath(called),
        code: withoutPrivateShapes(code),
        ms: Number(ms),
      });
    else if (shown !== '' && !isInCalls) screens.push({ date: shownOn, time: shownAt, path: redactedPath(shown) });
    else if (ENTRY.test(line)) incomplete += 1;
  }
  return { screens: screens.slice(0, MAX_ENTRIES), calls: calls.slice(0, MAX_ENTRIES), incomplete };
}

function redactedPath(path: string): string {
  return withoutPrivateShapes(path).slice(0, 80);
}

function valueOf(lines: readonly string[], label: string, form: RegExp): string | undefined {
  const starts = [`${label} `, `${label}: `, `${label}：`];
  for (const line of lines) {
    const start = starts.find((each) => line.startsWith(each));
    const value = start === undefined ? '' : line.slice(start.length).trim();
    if (form.test(value)) return withoutPrivateShapes(value);
  }
  return undefined;
}

function yesOrNo(lines: readonly string[], label: string): boolean | undefined {
  const value = valueOf(lines, label, new RegExp(`^(?:${yes}|${no})$`));
  return value === undefined ? undefined : value === yes;
}

/**
 * Adds the day to times of day, which are listed from the newest to the oldest, unless they name it. Of an earlier release's entries,
 * which never do, a time that is more than half a day later than the one
 * before it belongs to the previous day; a smaller step means that the phone's clock was corrected.
 */
function datedFrom(createdAt: number | undefined, newest: readonly (string | undefined)[]) {
  const [one, other = one] = newest.filter((time) => time !== undefined).map(secondsOf);
  const createdSeconds = createdAt === undefined ? undefined : secondsOf(timeOfDayText(createdAt));
  const isAcrossMidnight = one !== undefined && other !== undefined && Math.abs(one - other) > HALF_DAY_SECONDS;
  const anchor = createdSeconds ?? (isAcrossMidnight ? Math.min(one, other) : Math.max(one ?? 0, other ?? 0));
  const midnight = createdAt === undefined || createdSeconds === undefined ? 0 : createdAt - createdSeconds * SECOND;
  return <Entry extends Pick<Moment, 'date' | 'time'>>(newestFirst: readonly Entry[]): (Entry & { at: number })[] => {
    let before = anchor;
    const dated = newestFirst.map((entry) => {
      const named = createdAt === undefined ? undefined : instantFrom(`${entry.date} ${entry.time}`);
      let seconds = named === undefined ? secondsOf(entry.time) : (named - midnight) / SECOND;
      while (seconds > before + HALF_DAY_SECONDS) seconds -= DAY_SECONDS;
      before = seconds;
      return { ...entry, at: midnight + seconds * SECOND };
    });
    dated.reverse();
    return dated;
  };
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number);
  return (hours * 60 + minutes) * 60 + seconds;
}
