import { rests, runs, type DeviceState } from '../device/device-state.ts';
import type { DeviceStatus } from '../device/device.ts';
import { ageOf, CLOCK_PRECISION_MS, isWithin, MINUTE } from '../basics/time.ts';
import { modeOf } from './settings/settings.ts';
import {
  CONFIRMATION_TIMEOUT_MS,
  MIN_RUNTIME_BEFORE_REST_MS,
  OBSERVED_WITHIN_MS,
  RECORD_LAG_MS,
  type PendingStart,
  type StartedTreatment,
} from './treatment.ts';
import {
  CLOCK_DRIFT_MS,
  isStartInDoubt,
  isStopInDoubt,
  mayRunOf,
  ofDevice,
  pendingStartOf,
  startedHere,
  type TreatmentRecords,
} from './records/treatment-records.ts';

/** A device's report, and when it was asked for or pushed; epoch ms. A polled record may be older than that. */
export interface DatedReport {
  state: DeviceState;
  at: number;
  /** When its count was reported, if that was earlier; epoch ms. */
  countedAt?: number;
  /** When the device has pushed last whether it runs; epoch ms. */
  pushedAt?: number;
}

/** What the server and the device say about a device. */
export interface RunEvidence {
  /** The check's word; undefined if it was not asked, has not answered, or used a word that no table has. */
  status?: DeviceStatus;
  /** The device's connection as the server's detail names it, which outweighs the check's word about it. */
  online?: boolean;
  /** The latest report. */
  report?: DatedReport;
}

/**
 * Whether a device runs for this user. `starting`: for this user, and no report shows it yet; `state` holds the settings
 * of the start, as far as this phone knows them. `not-mine`: somebody else started it. `another-run`: it reports another
 * run than the treatment followed here, and nothing says for whom. `unknown`: none of these; `state` is there if the
 * device reports that it runs. `mayRun`: because of what was asked for here, or because the server says that it works for
 * this user, and nothing says that this is over. `at`: as in `DatedReport`.
 */
export type RunningState =
  | { kind: 'running' | 'starting'; state: DeviceState }
  | { kind: 'not-mine' | 'another-run'; state: DeviceState }
  | { kind: 'at-rest'; at: number; state?: undefined }
  | { kind: 'unknown'; state?: DeviceState; mayRun: boolean };

/**
 * A treatment that is followed here. `at`: its start, epoch ms; undefined if nothing tells it. `ran`: a report has shown
 * it, so no run that began before it goes on, and a count ahead of its time is of a device that counts fast.
 */
export interface FollowedTreatment {
  at?: number;
  state: DeviceState;
  ran?: boolean;
}

/** A device counts whole minutes, and its count reaches the server late. */
const SAME_START_MS = 2 * MINUTE;

/**
 * The only answer to "does it run for me?". The check's `working`, and a start of this phone that no report has answered
 * yet, outweigh an older report, and so does the check's word that somebody else started it. A device is at rest only if
 * the check says something else and a report since the last start says that it is off. A server may keep a report for
 * ever, so after a stop that may have had an effect, a report of a run says nothing of a start from here without the
 * check's word, and nothing at all if the check says something else.
 */
export function runningState(
  sno: string,
  { status: word, online, report }: RunEvidence,
  records: TreatmentRecords,
  now: number,
): RunningState {
  const last = mayRunOf(records, sno, now);
  const mayRun = word === 'working' || last !== undefined;
  // The report of an offline device is its past, and only the server says that somebody else started it.
  if ((online ?? word !== 'offline') === false && word !== 'used') return { kind: 'unknown', mayRun };
  const status = word === 'offline' ? undefined : word;
  const started = startedHere(records, sno, now);
  const pending = pendingStartOf(records, sno, now);
  const isNews = isSince(report, [started?.at, pending?.at, ofDevice(records.stoppedAt, sno)], now);
  // A server may forget the run of a device that it cannot reach, until the device is back and has reported.
  const isOfThePast = word === 'offline' && report !== undefined && rests(report.state);
  const news = isNews && !isOfThePast ? report : undefined;
  const reportsRun = news !== undefined && runs(news.state) && !mayPrecedeStart(records, sno, news, now);
  if (status === 'working') {
    return reportsRun ? { kind: 'running', state: news.state } : { kind: 'starting', state: last?.state ?? {} };
  }
  const facts = { status, started, pending, mayRun, now };
  if (reportsRun && (status === 'used' || !isStartInDoubt(records, sno, now)))
    return stateByRun(news, { ...facts, isStopInDoubt: isStopInDoubt(records, sno, now) });
  return stateByRest(news && rests(news.state) ? news : undefined, facts);
}

/**
 * True if a report may be of the run before the device's start here, because the server's record showed one then, or fits a
 * start before that no report has shown, and the device has pushed nothing since; see `recordMayBeOld` and `unseenBefore`.
 */
export function mayPrecedeStart(
  records: TreatmentRecords,
  sno: string,
  report: DatedReport | undefined,
  now: number,
): boolean {
  const started = startedHere(records, sno, now);
  const last = pendingStartOf(records, sno, now) ?? (started?.ran ? undefined : started);
  if (!report || !last || (report.pushedAt ?? -Infinity) >= last.at) return false;
  return isWithin(RECORD_LAG_MS, last.at, report.at) && (last.recordMayBeOld === true || isOfUnseen(last, report));
}

/**
 * True if a report of rest may be from before the run of this treatment, which a report has shown: the server's record may be
 * older than a run that the device has pushed, however long ago it was read. A rest that was seen since is of its end.
 */
export function mayPrecedeRun(
  { at, unrecorded, rested }: StartedTreatment,
  { at: restAt, pushedAt = -Infinity }: Pick<DatedReport, 'at' | 'pushedAt'>,
): boolean {
  const isRecordOld = unrecorded === true && rested !== true && pushedAt < at;
  return isWithin(isRecordOld ? RECORD_LAG_MS : MIN_RUNTIME_BEFORE_REST_MS, at, restAt);
}

/** True if the report is as the start before was to run, that no report has shown, and not as the last one was. */
function isOfUnseen(last: StartedTreatment | PendingStart, report: DatedReport): boolean {
  const { unseenBefore: state } = last;
  const asked = 'state' in last ? last : followedOf(last);
  return state !== undefined && isSetOtherwise(asked, report) && !isSetOtherwise({ state }, report);
}

interface Facts {
  /** The check's word, which is not that the device works for this user. */
  status?: Exclude<DeviceStatus, 'working' | 'offline'>;
  started?: StartedTreatment;
  pending?: PendingStart;
  mayRun: boolean;
  now: number;
}

/** The answer if the device reports that it runs. */
function stateByRun(
  news: DatedReport,
  { status, started, pending, mayRun, isStopInDoubt: isInDoubt }: Facts & { isStopInDoubt: boolean },
): RunningState {
  const { state } = news;
  if (started && status !== 'used' && isOfStart(started, news, status))
    return isInDoubt ? { kind: 'unknown', mayRun } : { kind: 'running', state };
  const followed = [started, pending && followedOf(pending)].filter((each) => each !== undefined);
  const kind = whoseRun(status, followed, news);
  if (kind !== 'unknown') return { kind, state };
  const isPast = isInDoubt && status !== undefined && followed.length === 0;
  return { kind, mayRun, state: isPast ? undefined : state };
}

/**
 * True if the reported run is that of the start from here. Without a count, somebody else may have started the device
 * minutes later, and after a rest at once: then only the server's word says that nobody did.
 */
function isOfStart(started: StartedTreatment, news: DatedReport, status: DeviceStatus | undefined): boolean {
  if (started.rested === true && status === undefined) return false;
  const isSoon = isWithin(OBSERVED_WITHIN_MS, started.at, news.at);
  return isSameRun(started, withoutKeptCount(started, news)) ?? (isSoon || status !== undefined);
}

/** The answer if no report shows that the device runs. `rest`: its report that it does not. */
function stateByRest(rest: DatedReport | undefined, { status, started, pending, mayRun, now }: Facts): RunningState {
  const hasRun = started?.ran === true;
  // Another start is sent only to a device that rested after the one before, or that somebody else started since.
  const isAnswered = rest !== undefined || status === 'used';
  if (started && !hasRun && !pending && (!isAnswered || isWithin(CONFIRMATION_TIMEOUT_MS, started.at, now)))
    return { kind: 'starting', state: started.state };
  // The report of the other user's start may not have arrived.
  if (status === 'used') return { kind: 'not-mine', state: rest?.state ?? {} };
  if (!rest) return { kind: 'unknown', mayRun };
  if (hasRun && !pending && mayPrecedeRun(started, rest)) {
    const isNew = isWithin(MIN_RUNTIME_BEFORE_REST_MS, started.at, now);
    return isNew ? { kind: 'starting', state: started.state } : { kind: 'unknown', mayRun };
  }
  const hasEnded = hasRun && !pending && !isWithin(OBSERVED_WITHIN_MS, started.at, rest.at);
  return status !== undefined || hasEnded ? { kind: 'at-rest', at: rest.at } : { kind: 'unknown', mayRun };
}

/**
 * Returns whose a reported run is that is not known to be this user's. Only the check's word says that it is somebody
 * else's. Without a word of the check, a count that contradicts may be the device's own clock.
 */
export function whoseRun(
  status: DeviceStatus | undefined,
  followed: readonly FollowedTreatment[],
  report: DatedReport,
): 'not-mine' | 'another-run' | 'unknown' {
  if (status === 'used') return 'not-mine';
  const isContradicted = (treatment: FollowedTreatment) =>
    status === undefined
      ? isSetOtherwise(treatment, report)
      : isSameRun(treatment, withoutKeptCount(treatment, report)) === false;
  return followed.length > 0 && followed.every(isContradicted) ? 'another-run' : 'unknown';
}

/** A start with an unknown outcome as the treatment that it may have begun. */
export function followedOf({ sno, at, settings }: PendingStart): StartedTreatment {
  return { sno, at, state: settings ?? {} };
}

/**
 * True if the reported run is this treatment: it began within two minutes of it, with its mode and minutes. False if one
 * of them contradicts; undefined if nothing says when one of them began.
 */
export function isSameRun(treatment: FollowedTreatment, report: DatedReport): boolean | undefined {
  if (isSetOtherwise(treatment, report)) return false;
  const { at, ran } = treatment;
  return at === undefined ? undefined : beganThen(at, report, ran === true ? CLOCK_DRIFT_MS : SAME_START_MS);
}

/**
 * True if the report's count is ahead of a start of a moment ago, epoch ms: it is of the run before, because a device counts
 * anew once a minute is over. False if the start is in the future, because the clock was set back.
 */
export function isKeptCount(at: number, { state: { usedMinutes }, at: reportedAt }: DatedReport): boolean {
  const elapsed = reportedAt - at;
  if (usedMinutes === undefined) return false;
  return elapsed >= -CLOCK_PRECISION_MS && elapsed <= OBSERVED_WITHIN_MS && elapsed < usedMinutes * MINUTE;
}

/** The report without a count that says nothing of the treatment; see `isKeptCount`. */
export function withoutKeptCount({ at }: Pick<FollowedTreatment, 'at'>, report: DatedReport): DatedReport {
  const isKept = at !== undefined && isKeptCount(at, report);
  return isKept ? { ...report, state: { ...report.state, usedMinutes: undefined } } : report;
}

/** True if the report contradicts the treatment's mode or minutes. Quantum sends no function: the device may keep one. */
function isSetOtherwise({ state: asked }: FollowedTreatment, { state }: DatedReport): boolean {
  const isQuantum = modeOf(asked) === 'quantum' && state.auxiliary === 'quantum';
  return (!isQuantum && differ(modeOf(asked), modeOf(state))) || differ(asked.workMinutes, state.workMinutes);
}

/**
 * True if the reported run began within two minutes of that time, epoch ms, as far as its count tells, which may be
 * `aheadMs` too high; undefined if the report does not say when the run began.
 */
export function beganThen(
  at: number,
  { state, at: reportedAt, countedAt = reportedAt }: DatedReport,
  aheadMs = SAME_START_MS,
): boolean | undefined {
  if (state.usedMinutes === undefined) return undefined;
  const elapsed = ageOf(at, countedAt);
  const counted = state.usedMinutes * MINUTE;
  return counted <= elapsed + aheadMs && elapsed <= counted + MINUTE + SAME_START_MS;
}

function differ<Value>(one: Value | undefined, other: Value | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** A clock that was set back leaves times in the future; they count as now. */
function isSince(report: DatedReport | undefined, times: readonly (number | undefined)[], now: number): boolean {
  return report !== undefined && times.every((at) => at === undefined || report.at >= Math.min(at, now));
}

/**
 * Reads the report beside the check's word. While a start from here has an unknown outcome, a report that is not younger
 * than the word `working` may be of another run than the start that the server has accepted since: it is read again.
 */
export async function reportBeside<Report>(
  checked: Promise<{ status?: DeviceStatus }>,
  isPending: boolean,
  read: () => Promise<Report>,
): Promise<Report> {
  const first = read();
  if (!isPending) return first;
  const [, check] = await Promise.allSettled([first, checked]);
  return check.status === 'fulfilled' && check.value.status === 'working' ? read() : first;
}
