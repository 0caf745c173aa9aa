import type { DeviceState } from '../device/device-state.ts';
import type { DeviceStatus } from '../device/device.ts';
import { ageOf, isWithin, MINUTE } from '../time.ts';
import { modeOf } from './settings.ts';
import { CONFIRMATION_TIMEOUT_MS, OBSERVED_WITHIN_MS, runs, type StartedTreatment } from './treatment.ts';
import { pendingStartOf, startedHere, type TreatmentRecords } from './treatment-records.ts';

/** A device's report, and when it was asked for or pushed; epoch ms. A polled record may be older than that. */
export interface DatedReport {
  state: DeviceState;
  at: number;
}

/** What the server and the device say about a device. */
export interface RunEvidence {
  /** The check's word; undefined if it was not asked, has not answered, or used a word that no table has. */
  status?: DeviceStatus;
  /** The latest report. */
  report?: DatedReport;
}

/**
 * Whether a device runs for this user. `starting`: for this user, and no report shows it yet; `state` holds the settings
 * of the start, as far as this phone knows them. `not-mine`: it runs for somebody else. `unknown`: neither; `state` is
 * there if the device reports that it runs.
 */
export type RunningState =
  | { kind: 'running' | 'starting'; state: DeviceState }
  | { kind: 'not-mine'; state: DeviceState }
  | { kind: 'at-rest'; state?: undefined }
  | { kind: 'unknown'; state?: DeviceState };

/** A device counts whole minutes, and its count reaches the server late. */
const SAME_START_MS = 2 * MINUTE;

/**
 * The only answer to "does it run for me?". The check's `working`, and a start of this phone that no report has answered
 * yet, outweigh an older report, and so does the check's word that somebody else started it. A device is at rest only if
 * the check says something else and a report since the last start says that it is off.
 */
export function runningState(
  sno: string,
  { status, report }: RunEvidence,
  records: TreatmentRecords,
  now: number,
): RunningState {
  const started = startedHere(records, sno, now);
  const pending = pendingStartOf(records, sno, now);
  const news = isSince(report, [started?.at, pending?.at, records.stoppedAt[sno]], now) ? report : undefined;
  const reportsRun = news && runs(news.state);
  const asAsked = started?.state ?? pending?.settings ?? {};
  if (status === 'working')
    return reportsRun ? { kind: 'running', state: news.state } : { kind: 'starting', state: asAsked };
  // The report of an offline device is its past.
  if (status === 'offline') return { kind: 'unknown' };
  if (news && reportsRun) {
    if (status === 'used') return { kind: 'not-mine', state: news.state };
    const isOurs = started && isSameRun(started, news);
    // Without a count, somebody else may have started it minutes later; then only the server's word says that nobody did.
    const isSoon = started && isWithin(OBSERVED_WITHIN_MS, started.at, news.at);
    if (isOurs ?? (started && (isSoon || status !== undefined))) return { kind: 'running', state: news.state };
    const mayBePending = pending && isSameRun({ ...pending, state: pending.settings ?? {} }, news) !== false;
    return status === undefined || mayBePending
      ? { kind: 'unknown', state: news.state }
      : { kind: 'not-mine', state: news.state };
  }
  const isOff = news?.state.on !== undefined;
  if (started && !started.ran && (!isOff || isWithin(CONFIRMATION_TIMEOUT_MS, started.at, now)))
    return { kind: 'starting', state: started.state };
  // The report of the other user's start may not have arrived.
  if (status === 'used') return { kind: 'not-mine', state: news?.state ?? {} };
  return isOff && status !== undefined ? { kind: 'at-rest' } : { kind: 'unknown' };
}

/**
 * True if the reported run is this treatment: it began within two minutes of it, with its mode and minutes. False if one
 * of them contradicts; undefined if the report does not say when the run began.
 */
export function isSameRun(
  { at, state: asked }: Pick<StartedTreatment, 'at' | 'state'>,
  { state, at: reportedAt }: DatedReport,
): boolean | undefined {
  if (differ(modeOf(asked), modeOf(state)) || differ(asked.workMinutes, state.workMinutes)) return false;
  return beganThen(at, { state, at: reportedAt });
}

/**
 * True if the reported run began within two minutes of that time, epoch ms, as far as its count tells; undefined if the
 * report does not say when the run began.
 */
export function beganThen(at: number, { state, at: reportedAt }: DatedReport): boolean | undefined {
  if (state.usedMinutes === undefined) return undefined;
  const elapsed = ageOf(at, reportedAt);
  const counted = state.usedMinutes * MINUTE;
  return counted <= elapsed + SAME_START_MS && elapsed <= counted + MINUTE + SAME_START_MS;
}

function differ<Value>(one: Value | undefined, other: Value | undefined): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** A clock that was set back leaves times in the future; they count as now. */
function isSince(report: DatedReport | undefined, times: readonly (number | undefined)[], now: number): boolean {
  return report !== undefined && times.every((at) => at === undefined || report.at >= Math.min(at, now));
}
