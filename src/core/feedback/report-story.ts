import { isPhoneRefusal } from '../account/api.ts';
import { CALLS, type CallName } from '../api/calls.ts';
import { DONE } from '../api/api-client.ts';
import { saysServerBrokeDown } from '../api/server-failure.ts';
import { Problem, type ProblemCode } from '../problem.ts';
import { dateText, MINUTE, SECOND } from '../basics/time.ts';
import type { Moment, ReceivedCall, ReceivedReport } from './received-report.ts';

/** An event of a report's story. */
export type StoryEvent =
  /** `ms`: until the next screen or the report; undefined if neither is known. */
  ({ kind: 'screen'; ms?: number } & Moment) | ({ kind: 'call' } & ExplainedCall);

/** A call with its name in the contract, if its path is known, and its failure. */
export type ExplainedCall = ReceivedCall & { call?: CallName; problem?: Problem };

/** Something that stands out in a report. */
export type StoryFinding =
  /** The phone was offline when the report was created. */
  | { kind: 'offline-now' }
  /** Consecutive calls that reached no server. `first` is the time of the first; each time is as `timeOf` says it. */
  | { kind: 'offline-spell'; first: string; last: string; calls: number }
  /** A call that failed repeatedly, with its last failure. */
  | { kind: 'repeated-failure'; path: string; call?: CallName; times: number; problem: Problem }
  /** A call that may have changed something although it failed. */
  | { kind: 'outcome-unknown'; time: string; path: string; call: CallName }
  | { kind: 'slow'; calls: number; slowest: ExplainedCall }
  | { kind: 'session-ended'; time: string }
  | { kind: 'outside-wechat' }
  /** The system or the browser is older than the app supports. */
  | { kind: 'outdated'; what: 'iOS' | 'Chromium'; version: number; min: number }
  /** Nothing happened between the last event and the report. */
  | { kind: 'idle'; ms: number }
  | { kind: 'no-calls' };

export interface PhoneStory {
  /** Such as `iOS 16.0` or `Android 13`. */
  system?: string;
  weChat?: string;
  /** Such as `Chromium 107`. */
  browser?: string;
}

export interface ReportStory {
  phone: PhoneStory;
  /** The oldest first. */
  events: StoryEvent[];
  findings: StoryFinding[];
}

/** A call that takes longer is slow, ms. */
const SLOW_MS = 3 * SECOND;
const IDLE_MS = 10 * MINUTE;
/** The build's targets. */
const MIN_IOS = 15;
const MIN_CHROMIUM = 107;
const CALL_NAMES = Object.keys(CALLS) as CallName[];
/** The codes of failed exchanges without an HTTP status. */
const FAILURES: Partial<Record<ProblemCode, string | undefined>> = {
  timeout: undefined,
  network: 'no connection',
  cancelled: 'The app cancelled the call.',
  parse: 'the response is none of the API, or too large',
  internal: 'the app failed',
  'invalid-input': 'The app refused the address of the call.',
};

/** Merges the screens and calls of a report by time, explains the calls, and lists what stands out. */
export function storyOf(report: ReceivedReport): ReportStory {
  const calls = report.calls.map(explained);
  const screens = report.screens.map((screen, index) => ({
    ...screen,
    kind: 'screen' as const,
    ms: stayOf(screen, report.screens[index + 1]?.at ?? report.createdAt),
  }));
  const phone = phoneOf(report.userAgent ?? '');
  return {
    phone,
    events: merged(
      screens,
      calls.map((call) => ({ ...call, kind: 'call' as const })),
    ),
    findings: findingsOf(report, calls),
  };
}

/** The failure that a call's code stands for; undefined if the call succeeded or the code is unknown. */
export function problemOfCode(code: string, call?: string): Problem | undefined {
  const failure = (Object.keys(FAILURES) as ProblemCode[]).find((each) => each === code);
  if (failure !== undefined) return new Problem(failure, { call, message: FAILURES[failure] });
  const [, digits, serverCode] = /^(\d{3})(?: (-?\w{1,16}))?$/.exec(code) ?? [];
  if (digits === undefined) return undefined;
  const status = Number(digits);
  if (status === 401) return new Problem('unauthorized', { call, status });
  if (status < 200 || status > 299) return new Problem('http', { call, status, serverCode });
  const isDone = serverCode === undefined || serverCode === DONE;
  if (isDone) return undefined;
  const isKnown = call?.startsWith('account.') === true && isPhoneRefusal(serverCode);
  // The report has no words of the server, by which the app told a refusal from a breakdown.
  const brokeDown = !isKnown && saysServerBrokeDown({ serverCode });
  return new Problem('refused', { call, status, serverCode, brokeDown });
}

function explained(received: ReceivedCall): ExplainedCall {
  const call = CALL_NAMES.find((name) => received.path.endsWith(CALLS[name].path));
  return { ...received, call, problem: problemOfCode(received.code, call) };
}

function stayOf({ at }: Moment, until: number | undefined): number | undefined {
  return until === undefined || until < at ? undefined : until - at;
}

/** Keeps the order of each list, because the phone's clock may have been corrected between two entries. */
function merged(screens: readonly StoryEvent[], calls: readonly StoryEvent[]): StoryEvent[] {
  const events: StoryEvent[] = [];
  let next = 0;
  for (const call of calls) {
    for (let screen = screens[next]; screen && screen.at <= call.at; screen = screens[next]) {
      events.push(screen);
      next += 1;
    }
    events.push(call);
  }
  return [...events, ...screens.slice(next)];
}

function findingsOf(report: ReceivedReport, calls: readonly ExplainedCall[]): StoryFinding[] {
  const { online, insideWeChat, createdAt, screens, userAgent = '' } = report;
  const lastAt = Math.max(...[...screens, ...calls].map(({ at }) => at));
  const idleMs = createdAt === undefined || !Number.isFinite(lastAt) ? 0 : createdAt - lastAt;
  return [
    ...(online === false ? [{ kind: 'offline-now' } as const] : []),
    ...offlineSpells(calls, createdAt),
    ...calls.flatMap((call) =>
      call.problem?.endsTheSession ? [{ kind: 'session-ended', time: timeOf(call, createdAt) } as const] : [],
    ),
    ...calls.flatMap((call) => unknownOutcome(call, createdAt)),
    ...repeatedFailures(calls),
    ...slowCalls(calls),
    ...(insideWeChat === false ? [{ kind: 'outside-wechat' } as const] : []),
    ...outdatedParts(userAgent),
    ...(idleMs >= IDLE_MS ? [{ kind: 'idle', ms: idleMs } as const] : []),
    ...(calls.length === 0 ? [{ kind: 'no-calls' } as const] : []),
  ];
}

/** The time of day of an entry, after its date unless that is the report's. */
export function timeOf({ at, time }: Pick<Moment, 'at' | 'time'>, createdAt: number | undefined): string {
  return createdAt === undefined || dateText(at) === dateText(createdAt) ? time : `${dateText(at)} ${time}`;
}

function offlineSpells(calls: readonly ExplainedCall[], createdAt: number | undefined): StoryFinding[] {
  const spells: Extract<StoryFinding, { kind: 'offline-spell' }>[] = [];
  let current: (typeof spells)[number] | undefined;
  for (const call of calls) {
    const time = timeOf(call, createdAt);
    if (call.problem?.code !== 'network') current = undefined;
    else if (current) Object.assign(current, { last: time, calls: current.calls + 1 });
    else spells.push((current = { kind: 'offline-spell', first: time, last: time, calls: 1 }));
  }
  return spells.filter((spell) => spell.calls > 1);
}

function unknownOutcome(explained: ExplainedCall, createdAt: number | undefined): StoryFinding[] {
  const { call, problem, path } = explained;
  const mayHaveTakenEffect = call !== undefined && CALLS[call].kind === 'write' && problem?.mayHaveTakenEffect;
  return mayHaveTakenEffect ? [{ kind: 'outcome-unknown', time: timeOf(explained, createdAt), path, call }] : [];
}

function repeatedFailures(calls: readonly ExplainedCall[]): StoryFinding[] {
  const failed = new Map<string, { call?: CallName; times: number; problem: Problem }>();
  for (const { path, call, problem } of calls) {
    if (!problem || problem.code === 'cancelled') continue;
    failed.set(path, { call, problem, times: (failed.get(path)?.times ?? 0) + 1 });
  }
  return [...failed].flatMap(([path, failure]) =>
    failure.times > 1 ? [{ kind: 'repeated-failure' as const, path, ...failure }] : [],
  );
}

function slowCalls(calls: readonly ExplainedCall[]): StoryFinding[] {
  const slow = calls.filter(({ ms }) => ms >= SLOW_MS);
  const [first, ...others] = slow;
  if (!first) return [];
  const slowest = others.reduce((one, other) => (other.ms > one.ms ? other : one), first);
  return [{ kind: 'slow', calls: slow.length, slowest }];
}

function phoneOf(userAgent: string): PhoneStory {
  const ios = /\bOS (\d{1,3}(?:_\d{1,3})*) like Mac/.exec(userAgent)?.[1]?.replaceAll('_', '.');
  const android = /\bAndroid (\d{1,3}(?:\.\d{1,3})*)/.exec(userAgent)?.[1];
  const chromium = /\bChrome\/(\d{1,4})/.exec(userAgent)?.[1];
  return {
    system: ios === undefined ? android && `Android ${android}` : `iOS ${ios}`,
    weChat: /\bMicroMessenger\/(\d{1,4}(?:\.\d{1,4}){0,3})/.exec(userAgent)?.[1],
    browser: chromium && `Chromium ${chromium}`,
  };
}

function outdatedParts(userAgent: string): StoryFinding[] {
  const ios = Number(/\bOS (\d{1,3})_[\d_]* like Mac/.exec(userAgent)?.[1]);
  const chromium = Number(/\bChrome\/(\d{1,4})/.exec(userAgent)?.[1]);
  return [
    ...(ios < MIN_IOS ? [{ kind: 'outdated', what: 'iOS', version: ios, min: MIN_IOS } as const] : []),
    ...(chromium < MIN_CHROMIUM
      ? [{ kind: 'outdated', what: 'Chromium', version: chromium, min: MIN_CHROMIUM } as const]
      : []),
  ];
}
