import type { Correction } from '../../../ports/clock.ts';
import { withInstants } from '../../basics/instants.ts';
import type { DeviceStatus } from '../../device/device.ts';
import { rests, runs, type DeviceState } from '../../device/device-state.ts';
import type { DeviceSnapshot } from '../../device/follow/follow-device.ts';
import { ageOf, SECOND } from '../../basics/time.ts';
import {
  correctedRun,
  firstSeen,
  goesOn,
  isCountedSince,
  ownReport,
  runAfter,
  runAtRest,
  runByWord,
  runOfStart,
  type Run,
} from '../run.ts';
import { followedOf } from '../running-state.ts';
import type { StartedTreatment } from '../treatment.ts';
import { isTimeOver, ofDevice, pendingStartOf, type TreatmentRecords } from '../records/treatment-records.ts';
import type { TreatmentEvent } from '../records/treatment-events.ts';
import {
  answerTo,
  CHECK_INTERVAL_MS,
  isAheadOfReport,
  isConnectionUnnamed,
  reportOf,
  runningStateOf,
  seenRunOf,
  worksForOf,
  type TrackedTreatment,
} from './tracked-treatment.ts';

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
      records,
      pending,
      snapshot: { state: {}, line: 'connecting', loginFailed: false },
      isFollowed: false,
      wasOffline: false,
      cameBack: false,
    };
  },

  /** Applies the server's answer to the question asked at that time, for whom the device works. */
  checked(
    before: TrackedTreatment,
    word: { at: number; status: DeviceStatus | undefined },
    records: TreatmentRecords,
    now: number,
  ): TrackedTreatment {
    const known = remembered(before, records, now);
    const { at } = word;
    const isAhead = isAheadOfReport(known, word);
    const status = isAhead ? 'used' : word.status;
    // An answer without a word does not bring an offline device back.
    const check = { at, status: status ?? (before.check?.status === 'offline' ? 'offline' : undefined) };
    const saysWhose = check.status !== undefined && check.status !== 'offline';
    const othersAt = isAhead || !saysWhose ? known.othersAt : check.status === 'used' ? at : undefined;
    const tracked = { ...known, check, othersAt };
    return { ...tracked, ...following(tracked, tracked.snapshot, now) };
  },

  /** True if the server should be asked now for whom the device works, or whether it reaches the device. */
  asks(tracked: TrackedTreatment, now: number): boolean {
    const { check, doubtedAt = -Infinity, snapshot, isFollowed, run } = tracked;
    if (!check || check.at < Math.max(doubtedAt, snapshot.bindingChangedAt ?? -Infinity)) return true;
    if (isConnectionUnnamed(tracked, snapshot)) return true;
    const isOpen =
      (check.status === 'offline' && snapshot.online !== false) ||
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
      ...reconnection(known, snapshot, now),
    };
    const next = { ...tracked, ...following(tracked, snapshot, now), snapshot };
    const isRecorded = snapshot.recordRuns === true;
    return { next, events: newest && next.isFollowed && next.run ? firstSeen(newest, next.run, isRecorded) : [] };
  },

  /** Applies a correction of the clock. What an earlier page wrote is not of this clock and stays. */
  corrected(before: TrackedTreatment, correct: Correction, records: TreatmentRecords): TrackedTreatment {
    const { sno, startedTreatment, run } = before;
    const moved = { ...withInstants(before, correct), records, run: run && correctedRun(run, correct) };
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
    records,
    pending: pendingStartOf(records, sno, now),
  };
}

type Followed = Pick<TrackedTreatment, 'run' | 'isFollowed' | 'doubtedAt' | 'idleSince'>;

/** Whether the report is of the followed run, and what is known of that. */
function following(tracked: TrackedTreatment, snapshot: DeviceSnapshot, now: number): Followed {
  const { run, doubtedAt, idleSince, isFollowed } = tracked;
  const { seenAt } = snapshot;
  const report = reportOf(tracked, snapshot, now);
  if (seenAt === undefined || report === undefined || report === 'nothing')
    return { run, isFollowed, doubtedAt, idleSince };
  if (report === 'rest') {
    const ended = run && idleSince === undefined ? runAtRest(run, snapshot, seenAt) : run;
    return { run: ended, isFollowed: false, doubtedAt, idleSince: idleSince ?? seenAt };
  }
  const seen = seenRunOf(tracked);
  const doubted = { ...tracked, doubtedAt: doubtedSince(tracked, seenAt, now) };
  const found = seen
    ? runGoingOn(tracked, doubted, seen, snapshot, seenAt)
    : runFoundFirst(tracked, doubted, snapshot, seenAt, now);
  if (found) return { run: found, isFollowed: true, doubtedAt: undefined, idleSince: undefined };
  return { run, isFollowed: false, doubtedAt: doubted.doubtedAt, idleSince };
}

/** Since when only the server says for whom the reported run is; what was asked before a rest says nothing of a run after it. */
function doubtedSince(tracked: TrackedTreatment, seenAt: number, now: number): number | undefined {
  const { run, startedTreatment, doubtedAt, idleSince, check, snapshot } = tracked;
  const restedBefore = idleSince !== undefined && check?.status !== 'working';
  const isContradicted = run !== undefined || startedTreatment !== undefined || restedBefore;
  const isFirstAfterRest = idleSince !== undefined && reportOf(tracked, snapshot, now) !== 'run';
  return (isFirstAfterRest ? undefined : doubtedAt) ?? (isContradicted ? seenAt : undefined);
}

/**
 * The run that was seen, if the report is of it: its count or the time since the last report shows that, and no rest was
 * reported since, or the server says so. After the end of the treatment, or a stop that may have had an effect unseen,
 * somebody else may have started the device at once.
 */
function runGoingOn(
  tracked: TrackedTreatment,
  doubted: TrackedTreatment,
  seen: Run,
  snapshot: DeviceSnapshot,
  seenAt: number,
): Run | undefined {
  const { sno, records, startedTreatment, since, pending, check, idleSince } = tracked;
  const ours = runAfter(seen, snapshot, seenAt);
  const stoppedAt = ofDevice(records.stopUnconfirmedAt, sno);
  const mayHaveEnded = idleSince !== undefined || (stoppedAt !== undefined && !(check && check.at > stoppedAt));
  const isSure = !mayHaveEnded && worksForOf({ ...tracked, snapshot }) !== 'other';
  if (ours && isSure && goesOn(seen.seenAt, ownReport(ours, snapshot), seenAt)) return ours;
  const worksFor = worksForOf({ ...doubted, snapshot });
  if (ours) return worksFor === 'me' || worksFor === 'nobody' ? resumed(ours, tracked, snapshot, seenAt) : undefined;
  // A count that goes on is of a run that is older than the start.
  const start = startedTreatment && idleSince === undefined ? atLatest(startedTreatment, since) : undefined;
  const mayKeep = seen.keptMinutes === undefined ? (pending ? followedOf(pending) : start) : undefined;
  return worksFor === 'me' ? runByWord(mayKeep, snapshot, seenAt) : undefined;
}

/** The run of a device of which this screen has seen none, if it is this user's: without a word, or by the word once it was asked for. */
function runFoundFirst(
  tracked: TrackedTreatment,
  doubted: TrackedTreatment,
  snapshot: DeviceSnapshot,
  seenAt: number,
  now: number,
): Run | undefined {
  const { startedTreatment, since, pending } = tracked;
  // A start with an unknown outcome was sent to a device that rested after the treatment before.
  const start = startedTreatment && !pending ? atLatest(startedTreatment, since) : undefined;
  const ours = start && runOfStart(start, snapshot, seenAt);
  const unasked = worksForOf({ ...tracked, snapshot }) === 'other' ? 'used' : undefined;
  if (ours && answerTo(tracked, snapshot, unasked, now).kind === 'running') return ours;
  if (runningStateOf(doubted, snapshot, now).kind !== 'running') return undefined;
  const mayKeep = pending ? followedOf(pending) : start?.rested === true ? undefined : start;
  return ours ? resumed(ours, tracked, snapshot, seenAt) : runByWord(mayKeep, snapshot, seenAt);
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
  const report = ownReport(ours, snapshot);
  const isTooLate = at !== undefined && isTimeOver({ sno, at, state }, seenAt) && !goesOn(knownAt, report, seenAt);
  const isPast = idleSince === undefined ? isTooLate : !isCountedSince(idleSince, report);
  return isPast ? { ...ours, beganAt: undefined, startedAt: undefined, asked: undefined } : ours;
}

/** A treatment with a start time in the future began when the tracking did, because the clock was set back. */
function atLatest(treatment: StartedTreatment, at: number): StartedTreatment {
  return treatment.at > at ? { ...treatment, at } : treatment;
}

/** How long a server that has forgotten the run of an offline device may not have heard of it once that is online again. */
const FORGOTTEN_FOR_MS = 5 * SECOND;

/** A report from before the disconnection does not describe the current state. */
function reconnection(
  before: TrackedTreatment,
  { online, seenAt, state }: DeviceSnapshot,
  now: number,
): Pick<TrackedTreatment, 'wasOffline' | 'backSince' | 'cameBack'> {
  const { wasOffline, cameBack, idleSince, snapshot: last } = before;
  if (online === false) return { wasOffline: true, backSince: undefined, cameBack };
  const returned = before.backSince ?? (idleSince === undefined ? now + FORGOTTEN_FOR_MS : now);
  const backSince = online === true && wasOffline ? returned : before.backSince;
  const isNews = backSince !== undefined && seenAt !== undefined && seenAt >= backSince;
  const hasReported = isNews || (backSince !== undefined && rests(last.state) && runs(state));
  if (!hasReported) return { wasOffline, backSince, cameBack: cameBack && !runs(state) };
  return { wasOffline: false, backSince: undefined, cameBack: rests(state) };
}
