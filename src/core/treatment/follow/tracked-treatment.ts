import { connectionOf, works, worksForNobody, type DeviceStatus } from '../../device/device.ts';
import { rests, runs, type DeviceState } from '../../device/device-state.ts';
import type { DeviceSnapshot } from '../../device/follow/follow-device.ts';
import { isWithin, SECOND } from '../../basics/time.ts';
import { datedReport, type Run } from '../run.ts';
import {
  followedOf,
  mayPrecedeStart,
  runningState,
  whoseRun,
  type DatedReport,
  type FollowedTreatment,
  type RunningState,
} from '../running-state.ts';
import { RECORD_LAG_MS, type PendingStart, type StartedTreatment } from '../treatment.ts';
import { isStartInDoubt, isTimeOver, type TreatmentRecords } from '../records/treatment-records.ts';
import { afterTreatmentEvent } from '../records/treatment-events.ts';

/** What the device or the server reports: a run, rest, or not whether it runs; undefined before the first answer. */
export type Report = 'run' | 'rest' | 'nothing' | undefined;

/** For whom the server says that the device works; `unasked` before its answer, `unknown` if the answer does not say it. */
export type WorksFor = 'unasked' | 'unknown' | 'me' | 'other' | 'nobody';

/** What is known of a treatment that a screen follows. */
export interface TrackedTreatment {
  readonly sno: string;
  readonly startedTreatment?: StartedTreatment;
  /** State that the server reported at the start on this phone. */
  readonly known: DeviceState;
  /**
   * When the tracking began; epoch ms. It replaces a start time in the future, which occurs if the clock was set back.
   */
  readonly since: number;
  /** When the server was asked last for whom the device works, epoch ms, and its answer; undefined if it is unknown. */
  readonly check?: { readonly at: number; readonly status: DeviceStatus | undefined };
  /**
   * When the server said last that somebody else started the reported run, epoch ms; undefined if its last word on that run was
   * another one.
   */
  readonly othersAt?: number;
  /** Only a check since then says for whom the reported run is; epoch ms. */
  readonly doubtedAt?: number;
  /** What this phone remembers. */
  readonly records: TreatmentRecords;
  /** The device's start with an unknown outcome, which is younger than `startedTreatment`. */
  readonly pending?: PendingStart;
  readonly snapshot: DeviceSnapshot;
  /** The run of this treatment, once it was observed. */
  readonly run?: Run;
  /** The last report is of that run. */
  readonly isFollowed: boolean;
  readonly idleSince?: number;
  readonly wasOffline: boolean;
  /** Since when the device is online again and its report of rest is its own; epoch ms. It may be in the future. */
  readonly backSince?: number;
  /** Its first report after that said that it rests, and none since that it runs. */
  readonly cameBack: boolean;
}

/** How soon the server is asked again for whom the device works, if its answer leaves that open. */
export const CHECK_INTERVAL_MS = 10 * SECOND;
/** How long before a report the server's word that the device works may be: it is asked again sooner. */
const WORD_LASTS_MS = 3 * CHECK_INTERVAL_MS;

/** True if the server's last word on the report was that it is of somebody else's run, also if the device is offline since. */
export function isOfSomebodyElse({ othersAt, isFollowed }: TrackedTreatment): boolean {
  return othersAt !== undefined && !isFollowed;
}

/**
 * True if the word, of then, epoch ms, is that nobody's run goes on, and the last report is still of a run of somebody else: the
 * server knows of its end before the device has reported it, so the word says of no run that it is this user's.
 */
export function isAheadOfReport(
  { othersAt, snapshot }: Pick<TrackedTreatment, 'othersAt' | 'snapshot'>,
  { at, status }: { at: number; status: DeviceStatus | undefined },
): boolean {
  return (
    othersAt !== undefined && worksForNobody(status) && runs(snapshot.state) && isWithin(RECORD_LAG_MS, othersAt, at)
  );
}

/** True if the device is online again and has not reported since; the caller should then refresh. */
export function awaitsReportAfterReturn({ backSince, snapshot }: TrackedTreatment): boolean {
  return backSince !== undefined && (snapshot.seenAt ?? -Infinity) < backSince;
}

export function onlineOf({ snapshot, check }: Pick<TrackedTreatment, 'snapshot' | 'check'>): boolean | undefined {
  return connectionOf(snapshot.online, check?.status);
}

/**
 * True of a first report of rest that the device need not have made just now, because it is or was offline and is not known to
 * have reported since it is back: a server may forget a run whose device it cannot reach.
 */
export function isRestOfThePast(tracked: TrackedTreatment, snapshot: DeviceSnapshot): boolean {
  const { idleSince, check, backSince = -Infinity } = tracked;
  const { state, online, seenAt = -Infinity } = snapshot;
  if (!rests(state) || idleSince !== undefined) return false;
  const isGone = check?.status === 'offline' || connectionOf(online, check?.status) === false;
  return isGone || seenAt < backSince || isConnectionUnnamed(tracked, snapshot);
}

/** True if a record first says that the seen run is over, and neither the detail nor a check since says whether the server reaches the device. */
export function isConnectionUnnamed(
  { run, idleSince, check }: TrackedTreatment,
  { state, online, seenAt = -Infinity, pushedAt }: DeviceSnapshot,
): boolean {
  if (!run || !rests(state) || idleSince !== undefined) return false;
  return online === undefined && pushedAt !== seenAt && (check?.at ?? -Infinity) < seenAt;
}

/** What is remembered, with a rest that this screen was told of before the last report. */
function recordsBefore({ sno, records, idleSince }: TrackedTreatment, { state }: DeviceSnapshot, now: number) {
  return rests(state) || idleSince === undefined
    ? records
    : afterTreatmentEvent(records, { type: 'sawRest', sno, at: idleSince }, now);
}

/** A report from before the start on this phone says nothing of it. */
export function reportOf(tracked: TrackedTreatment, snapshot: DeviceSnapshot, now: number): Report {
  const { sno, records, startedTreatment, since, run, idleSince, check } = tracked;
  const { state, answered, seenAt } = snapshot;
  if (answered !== true && seenAt === undefined) return undefined;
  if (seenAt === undefined || (!run && startedTreatment && seenAt < Math.min(startedTreatment.at, since)))
    return 'nothing';
  const isDoubted = !run && idleSince === undefined && !works(check?.status) && isStartInDoubt(records, sno, now);
  const isOfRunBefore =
    !run && mayPrecedeStart(recordsBefore(tracked, snapshot, now), sno, datedReportOf(snapshot), now);
  if (runs(state)) return isDoubted || isOfRunBefore ? 'nothing' : 'run';
  return rests(state) && !isRestOfThePast(tracked, snapshot) ? 'rest' : 'nothing';
}

/** The run that this screen has seen, unless a start with an unknown outcome is younger. */
export function seenRunOf({ run, pending }: Pick<TrackedTreatment, 'run' | 'pending'>): Run | undefined {
  return run && pending && run.seenAt <= pending.at ? undefined : run;
}

/** Whether the device runs for this user, as every other place of the app that has seen no run of it answers it. */
export function runningStateOf(tracked: TrackedTreatment, snapshot: DeviceSnapshot, now: number): RunningState {
  const { check } = tracked;
  const status = worksForOf({ ...tracked, snapshot }) === 'unasked' ? undefined : check?.status;
  return answerTo(tracked, snapshot, status, now);
}

/** As `runningStateOf`, with this word of the check in place of the last one. */
export function answerTo(
  tracked: TrackedTreatment,
  snapshot: DeviceSnapshot,
  status: DeviceStatus | undefined,
  now: number,
): RunningState {
  const { sno, check } = tracked;
  const report = isRestOfThePast(tracked, snapshot) ? undefined : datedReportOf(snapshot);
  const online = connectionOf(snapshot.online, check?.status);
  return runningState(sno, { status, online, report }, recordsBefore(tracked, snapshot, now), now);
}

/** Undefined before the first report. */
function datedReportOf({ state, seenAt, countedAt, pushedAt }: DeviceSnapshot): DatedReport | undefined {
  const usedMinutes = countedAt === undefined ? undefined : state.usedMinutes;
  return seenAt === undefined ? undefined : { state: { ...state, usedMinutes }, at: seenAt, countedAt, pushedAt };
}

/** A word that the device works says nothing of a report that came long after it, as on a page that was suspended. */
export function worksForOf({
  check,
  doubtedAt = -Infinity,
  snapshot: { seenAt = -Infinity },
}: Pick<TrackedTreatment, 'check' | 'doubtedAt' | 'snapshot'>): WorksFor {
  if (!check || check.at < doubtedAt) return 'unasked';
  const saysThatItWorks = check.status === 'working' || check.status === 'used';
  if (saysThatItWorks && seenAt - check.at > WORD_LASTS_MS) return 'unasked';
  switch (check.status) {
    case undefined:
    case 'offline':
      return 'unknown';
    case 'working':
      return 'me';
    case 'used':
      return 'other';
    case 'free':
    case 'using':
    case 'locked':
      return 'nobody';
  }
}

/** True if the report contradicts the run that this screen has seen. The report of an offline device is its past. */
export function isAnotherRun(
  seen: Run,
  { sno, since, pending, check, snapshot }: TrackedTreatment,
  now: number,
): boolean {
  if (snapshot.seenAt === undefined || connectionOf(snapshot.online, check?.status) === false) return false;
  const known: FollowedTreatment = { at: seen.beganAt, state: seen.state, ran: true };
  const isOver = isTimeOver({ sno, at: known.at ?? since, state: known.state }, now);
  const followed = [isOver ? undefined : known, pending && followedOf(pending)].filter((each) => each !== undefined);
  const status = check?.status === 'offline' ? undefined : check?.status;
  return whoseRun(status, followed, datedReport(snapshot, snapshot.seenAt)) === 'another-run';
}
