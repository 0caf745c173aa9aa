import type { Correction } from '../../../ports/clock.ts';
import { withInstants } from '../../basics/instants.ts';
import { connectionOf, type DeviceStatus } from '../../device/device.ts';
import { rests, runs, type DeviceState } from '../../device/device-state.ts';
import type { DeviceSnapshot } from '../../device/follow/follow-device.ts';
import { ageOf, SECOND } from '../../basics/time.ts';
import {
  correctedRun,
  datedReport,
  firstSeen,
  goesOn,
  isCountedSince,
  runAfter,
  runAtRest,
  runByWord,
  runOfStart,
  type Run,
} from '../run.ts';
import { followedOf, whoseRun, type FollowedTreatment } from '../running-state.ts';
import type { PendingStart, StartedTreatment } from '../treatment.ts';
import {
  isStartInDoubt,
  isTimeOver,
  ofDevice,
  pendingStartOf,
  type TreatmentRecords,
} from '../records/treatment-records.ts';
import type { TreatmentEvent } from '../records/treatment-events.ts';

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
  /** The server's last word on the reported run was that somebody else started it. */
  readonly isSomebodyElses: boolean;
  /** Only a check since then says for whom the reported run is; epoch ms. */
  readonly doubtedAt?: number;
  /** A report of a run may be older than the start; see `isStartInDoubt`. */
  readonly isStartInDoubt: boolean;
  /** The device's start with an unknown outcome, which is younger than `startedTreatment`. */
  readonly pending?: PendingStart;
  /** When the server answered the device's last stop, if no report has shown rest since; epoch ms. */
  readonly stopUnconfirmedAt?: number;
  readonly snapshot: DeviceSnapshot;
  /** The run of this treatment, once it was observed. */
  readonly run?: Run;
  /** The last report is of that run. */
  readonly isFollowed: boolean;
  readonly idleSince?: number;
  readonly wasOffline: boolean;
  /** When the device was observed online again; epoch ms. */
  readonly backSince?: number;
  /** Its first report after that said that it rests, and none since that it runs. */
  readonly cameBack: boolean;
}

/** How soon the server is asked again for whom the device works, if its answer leaves that open. */
const CHECK_INTERVAL_MS = 10 * SECOND;
/** How long before a report the server's word that the device works may be: it is asked again sooner. */
const WORD_LASTS_MS = 3 * CHECK_INTERVAL_MS;

/** The rules by which device snapshots become a treatment's view. */
export const TRACKER = {
  /** Begins to follow a device. */
  begin(sno: string, records: TreatmentRecords, now: number): TrackedTreatment {
    const startedTreatment = ofDevice(records.started, sno);
    const pending = pendingStartOf(records, sno, now);
    const { on: _, ...known }: DeviceState = (pending ? undefined : startedTreatment?.state) ?? {};
    return {
      sno,
      startedTreatment,
      known,
      since: now,
      isStartInDoubt: isStartInDoubt(records, sno, now),
      pending,
      stopUnconfirmedAt: ofDevice(records.stopUnconfirmedAt, sno),
      snapshot: { state: {}, line: 'connecting', loginFailed: false },
      isSomebodyElses: false,
      isFollowed: false,
      wasOffline: false,
      cameBack: false,
    };
  },

  /** Applies the server's answer to the question asked at that time, for whom the device works. */
  checked(
    before: TrackedTreatment,
    { at, status }: { at: number; status: DeviceStatus | undefined },
    records: TreatmentRecords,
    now: number,
  ): TrackedTreatment {
    const known = remembered(before, records, now);
    // An answer without a word does not bring an offline device back.
    const check = { at, status: status ?? (before.check?.status === 'offline' ? 'offline' : undefined) };
    const saysWhose = check.status !== undefined && check.status !== 'offline';
    const tracked = { ...known, check, isSomebodyElses: saysWhose ? check.status === 'used' : known.isSomebodyElses };
    return { ...tracked, ...following(tracked, tracked.snapshot) };
  },

  /** True if the server should be asked now for whom the device works. */
  asks({ check, doubtedAt = -Infinity, snapshot, isFollowed, run }: TrackedTreatment, now: number): boolean {
    if (!check || check.at < Math.max(doubtedAt, snapshot.bindingChangedAt ?? -Infinity)) return true;
    const isOnlyWord = check.status === 'offline' && snapshot.online === undefined;
    const isOpen =
      isOnlyWord ||
      (runs(snapshot.state)
        ? !isFollowed
        : !run && (check.status === undefined || check.status === 'working' || check.status === 'used'));
    return isOpen && ageOf(check.at, now) >= CHECK_INTERVAL_MS;
  },

  /** Applies a snapshot, and returns the events to record. */
  take(
    before: TrackedTreatment,
    snapshot: DeviceSnapshot,
    records: TreatmentRecords,
    now: number,
  ): { next: TrackedTreatment; events: readonly TreatmentEvent[] } {
    const newest = ofDevice(records.started, before.sno);
    const known = remembered(before, records, now);
    const tracked = {
      ...known,
      // Whether a device that was offline is back, only a new answer tells.
      check: known.snapshot.online === false && snapshot.online === undefined ? undefined : known.check,
    };
    const next = { ...tracked, ...following(tracked, snapshot), ...reconnection(tracked, snapshot, now), snapshot };
    return { next, events: newest && next.isFollowed && next.run ? firstSeen(newest, next.run) : [] };
  },

  /** Applies a correction of the clock. What an earlier page wrote is not of this clock and stays. */
  corrected(before: TrackedTreatment, correct: Correction, records: TreatmentRecords): TrackedTreatment {
    const { sno, startedTreatment, run } = before;
    const moved = { ...withInstants(before, correct), run: run && correctedRun(run, correct) };
    return ofDevice(records.started, sno)?.at === startedTreatment?.at ? { ...moved, startedTreatment } : moved;
  },
};

/** The treatment with what this phone remembers now: another page may have started or stopped the device since. */
function remembered(before: TrackedTreatment, records: TreatmentRecords, now: number): TrackedTreatment {
  const { sno, startedTreatment, snapshot } = before;
  const newest = ofDevice(records.started, sno);
  const isNew = newest !== undefined && newest.at !== startedTreatment?.at;
  const known = isNew ? { ...TRACKER.begin(sno, records, now), snapshot } : before;
  return {
    ...known,
    isStartInDoubt: isStartInDoubt(records, sno, now),
    stopUnconfirmedAt: ofDevice(records.stopUnconfirmedAt, sno),
    pending: pendingStartOf(records, sno, now),
  };
}

/** True if the server's last word on the report was that it is of somebody else's run, also if the device is offline since. */
export function isOfSomebodyElse({ isSomebodyElses, isFollowed }: TrackedTreatment): boolean {
  return isSomebodyElses && !isFollowed;
}

/** True if the device is online again and has not reported since; the caller should then refresh. */
export function awaitsReportAfterReturn({ backSince, snapshot }: TrackedTreatment): boolean {
  return backSince !== undefined && (snapshot.seenAt ?? -Infinity) < backSince;
}

export function onlineOf({ snapshot, check }: Pick<TrackedTreatment, 'snapshot' | 'check'>): boolean | undefined {
  return connectionOf(snapshot.online, check?.status);
}

/** A report from before the start on this phone says nothing of it. */
export function reportOf(tracked: TrackedTreatment, { state, answered, seenAt }: DeviceSnapshot): Report {
  const { startedTreatment, since, run, idleSince, check } = tracked;
  const saysWhose = check?.status === 'working' || check?.status === 'used';
  const isDoubted = tracked.isStartInDoubt && !run && idleSince === undefined && !saysWhose;
  if (answered !== true && seenAt === undefined) return undefined;
  if (seenAt === undefined || (!run && startedTreatment && seenAt < Math.min(startedTreatment.at, since)))
    return 'nothing';
  if (runs(state)) return isDoubted ? 'nothing' : 'run';
  return rests(state) ? 'rest' : 'nothing';
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

/**
 * Whether the report is of the followed run. A run of this phone's start is followed if its count or the time since the
 * last report shows that it is that one, and no rest has been reported since. Any other one is doubted until the server says for whom it is; one that could be
 * of this phone's start is then followed unless somebody else's.
 */
function following(
  tracked: TrackedTreatment,
  snapshot: DeviceSnapshot,
): Pick<TrackedTreatment, 'run' | 'isFollowed' | 'doubtedAt' | 'idleSince'> {
  const { run, startedTreatment, pending, stopUnconfirmedAt, doubtedAt, idleSince, isFollowed, check } = tracked;
  const { seenAt } = snapshot;
  const report = reportOf(tracked, snapshot);
  if (seenAt === undefined || report === undefined || report === 'nothing')
    return { run, isFollowed, doubtedAt, idleSince };
  if (report === 'rest') {
    const ended = run && idleSince === undefined ? runAtRest(run, snapshot, seenAt) : run;
    return { run: ended, isFollowed: false, doubtedAt, idleSince: idleSince ?? seenAt };
  }
  const start = startedTreatment && atLatest(startedTreatment, tracked.since);
  // A start with an unknown outcome was sent to a device that rested after the treatment before.
  const known = pending ? undefined : start;
  const ours = run ? runAfter(run, snapshot, seenAt) : known && runOfStart(known, snapshot, seenAt);
  const knownAt = run?.seenAt ?? start?.at;
  const isSure = ours !== undefined && knownAt !== undefined && goesOn(knownAt, snapshot, seenAt);
  // After the end of this treatment, or a stop that may have had an effect unseen, somebody else may have started the device at once.
  const hasRested = startedTreatment?.rested === true && run === undefined;
  const hasEnded = hasRested || (idleSince !== undefined && (run !== undefined || startedTreatment?.ran === true));
  const mayHaveStopped = stopUnconfirmedAt !== undefined && !(check && check.at > stopUnconfirmedAt);
  if (isSure && !hasEnded && !mayHaveStopped && worksForOf({ ...tracked, snapshot }) !== 'other') return followed(ours);
  const restedBefore = idleSince !== undefined && check?.status !== 'working';
  const isContradicted = run !== undefined || startedTreatment !== undefined || restedBefore;
  // What was asked about the report before a rest says nothing of a run after it.
  const isFirstAfterRest = idleSince !== undefined && reportOf(tracked, tracked.snapshot) !== 'run';
  const doubted = (isFirstAfterRest ? undefined : doubtedAt) ?? (isContradicted ? seenAt : undefined);
  const worksFor = worksForOf({ check, doubtedAt: doubted, snapshot });
  // A count that goes on is of a run that is older than the start.
  const last = pending ? followedOf(pending) : hasEnded ? undefined : start;
  const mayKeep = run?.keptMinutes === undefined ? last : undefined;
  if (ours ? worksFor === 'me' || worksFor === 'nobody' : worksFor === 'me')
    return followed(ours ? resumed(ours, tracked, snapshot, seenAt) : runByWord(mayKeep, snapshot, seenAt));
  return { run, isFollowed: false, doubtedAt: doubted, idleSince };
}

/**
 * The run that a report takes up again. Unless the report counts its minutes, it loses a start whose time was over by then,
 * or whose end was seen, and what was asked for at that start.
 */
function resumed(
  ours: Run,
  { sno, run, startedTreatment, idleSince }: TrackedTreatment,
  snapshot: DeviceSnapshot,
  seenAt: number,
): Run {
  const { beganAt: at, state } = ours;
  const knownAt = run?.seenAt ?? startedTreatment?.at ?? seenAt;
  const isTooLate = at !== undefined && isTimeOver({ sno, at, state }, seenAt) && !goesOn(knownAt, snapshot, seenAt);
  const isPast = idleSince === undefined ? isTooLate : !isCountedSince(idleSince, snapshot);
  return isPast ? { ...ours, beganAt: undefined, asked: undefined } : ours;
}

/** True if the report contradicts every treatment followed here that is not over. The report of an offline device is its past. */
export function isAnotherRun(tracked: TrackedTreatment, now: number): boolean {
  const { sno, run, startedTreatment, since, pending, check, snapshot } = tracked;
  if (snapshot.seenAt === undefined || onlineOf(tracked) === false) return false;
  const start = startedTreatment && atLatest(startedTreatment, since);
  const known: FollowedTreatment | undefined = run ? { at: run.beganAt, state: run.state, ran: true } : start;
  const isOver = known && isTimeOver({ sno, at: known.at ?? since, state: known.state }, now);
  const followed = [isOver ? undefined : known, pending && followedOf(pending)];
  const status = check?.status === 'offline' ? undefined : check?.status;
  const report = datedReport(snapshot, snapshot.seenAt);
  return (
    whoseRun(
      status,
      followed.filter((each) => each !== undefined),
      report,
    ) === 'another-run'
  );
}

function followed(run: Run | undefined) {
  return { run, isFollowed: true, doubtedAt: undefined, idleSince: undefined };
}

/** A treatment with a start time in the future began when the tracking did, because the clock was set back. */
function atLatest(treatment: StartedTreatment, at: number): StartedTreatment {
  return treatment.at > at ? { ...treatment, at } : treatment;
}

/** A report from before the disconnection does not describe the current state. */
function reconnection(
  { wasOffline, backSince: returned, cameBack }: TrackedTreatment,
  { online, seenAt, state }: DeviceSnapshot,
  now: number,
): Pick<TrackedTreatment, 'wasOffline' | 'backSince' | 'cameBack'> {
  if (online === false) return { wasOffline: true, backSince: undefined, cameBack };
  const backSince = online === true && wasOffline ? (returned ?? now) : returned;
  const hasReported = backSince !== undefined && seenAt !== undefined && seenAt >= backSince;
  if (!hasReported) return { wasOffline, backSince, cameBack: cameBack && !runs(state) };
  return { wasOffline: false, backSince: undefined, cameBack: rests(state) };
}
