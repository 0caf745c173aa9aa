import type { DeviceState } from '../device/device-state.ts';
import type { DeviceSnapshot } from '../device/follow-device.ts';
import { ageOf, MINUTE } from '../time.ts';
import { modeOf, type TreatmentMode } from './settings.ts';
import { phaseOf, type TreatmentPhase } from './phase.ts';
import { beganAt, runs, type Count, type StartedTreatment } from './treatment.ts';
import { ofDevice, pendingStartOf, type TreatmentEvent, type TreatmentRecords } from './treatment-records.ts';

/** The state of a treatment for display. */
export interface TreatmentView extends DeviceSnapshot {
  sno: string;
  phase: TreatmentPhase;
  /** True if this phone started the treatment; otherwise it is only displayed. */
  startedHere: boolean;
  /** Undefined if the device does not report it. */
  mode?: TreatmentMode;
  /** Start of the elapsed time, epoch ms; undefined while unknown. */
  beganAt?: number;
  /** When the end was observed; epoch ms. */
  endedAt?: number;
  /** The device went offline, is online again, and has since reported that it does not run. The mode menu is next. */
  cameBack: boolean;
  /** The device reported last that it runs, or may have been started since. */
  mayStillRun: boolean;
}

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
  /** The server reported the device as working for this user. */
  readonly isWorking: boolean;
  /** A start of the device has an unknown outcome. */
  readonly isPending: boolean;
  readonly snapshot: DeviceSnapshot;
  readonly estimatedStart?: number;
  /** Last count that determined `estimatedStart`. */
  readonly counted?: Count;
  readonly idleSince?: number;
  readonly minutesSet?: number;
  readonly wasRunning: boolean;
  readonly wasOffline: boolean;
  /** When the device was observed online again; epoch ms. */
  readonly backSince?: number;
  readonly cameBack: boolean;
}

/** The rules by which device snapshots become a treatment's view. */
export const TRACKER = {
  /** Begins to follow a device. `isWorking`: the server reports it as working for this user. */
  begin(sno: string, isWorking: boolean, records: TreatmentRecords, now: number): TrackedTreatment {
    const startedTreatment = ofDevice(records.started, sno);
    const { on: _, ...known }: DeviceState = startedTreatment?.state ?? {};
    return {
      sno,
      startedTreatment,
      known,
      since: now,
      isWorking,
      isPending: pendingStartOf(records, sno, now) !== undefined,
      snapshot: { state: known, line: 'connecting', loginFailed: false },
      estimatedStart: startedTreatment && Math.min(startedTreatment.at, now),
      minutesSet: known.workMinutes,
      wasRunning:
        startedTreatment !== undefined &&
        (startedTreatment.ran === true || ageOf(startedTreatment.at, now) > (known.workMinutes ?? Infinity) * MINUTE),
      wasOffline: false,
      cameBack: false,
    };
  },

  /**
   * Applies a snapshot, and returns the events to record. Reported minutes count only after the device was observed
   * running. Another page of this phone may have started the device since the last snapshot.
   */
  take(
    before: TrackedTreatment,
    snapshot: DeviceSnapshot,
    records: TreatmentRecords,
    now: number,
  ): { next: TrackedTreatment; events: readonly TreatmentEvent[] } {
    const { state, seenAt } = snapshot;
    const newest = ofDevice(records.started, before.sno);
    const tracked =
      newest && newest.at !== before.startedTreatment?.at
        ? { ...TRACKER.begin(before.sno, before.isWorking, records, now), snapshot: before.snapshot }
        : before;
    const { startedTreatment } = tracked;
    const isNews = seenAt !== undefined && (tracked === before || seenAt >= (newest?.at ?? seenAt));
    const seesRunning = !tracked.wasRunning && isNews && state.on === true;
    const wasRunning = tracked.wasRunning || seesRunning;
    const next = {
      ...tracked,
      ...countOf(tracked, snapshot, wasRunning),
      ...reconnection(tracked, snapshot, now),
      snapshot,
      isPending: pendingStartOf(records, tracked.sno, now) !== undefined,
      wasRunning,
      minutesSet: state.workMinutes || tracked.minutesSet,
      idleSince: runs(state) ? undefined : (tracked.idleSince ?? seenAt),
    };
    const events =
      seesRunning && startedTreatment ? [{ type: 'sawRunning' as const, treatment: startedTreatment }] : [];
    return { next, events };
  },

  /** Returns the current view. Until the device reports that it runs, the view shows the requested settings. */
  view(tracked: TrackedTreatment, now: number): TreatmentView {
    const { sno, snapshot, startedTreatment, estimatedStart, cameBack } = tracked;
    // A start since then makes a report of rest old.
    const wasRunning = tracked.wasRunning && !tracked.isPending;
    const { state, online, seenAt, answered } = snapshot;
    const startedHere = startedTreatment !== undefined;
    const mayRun = tracked.isWorking || tracked.isPending;
    const phase = phaseOf({
      state,
      online,
      wasRunning,
      startedHere,
      mayRun,
      told: answered === true || seenAt !== undefined,
      elapsed: now - (estimatedStart ?? tracked.since),
    });
    const shown: DeviceState = startedHere && !wasRunning ? { ...tracked.known, on: state.on } : state;
    const view = {
      ...snapshot,
      sno,
      phase,
      startedHere,
      state: shown,
      mode: modeOf(shown),
      beganAt: estimatedStart,
      cameBack,
      mayStillRun: state.on === true || (!wasRunning && (startedHere || mayRun)),
    };
    return phase === 'finished'
      ? { ...view, state: { ...shown, workMinutes: tracked.minutesSet }, endedAt: tracked.idleSince ?? now }
      : view;
  },
};

/** True if the device is online again and has not reported since; the caller should then refresh. */
export function awaitsReportAfterReturn({ backSince, snapshot }: TrackedTreatment): boolean {
  return backSince !== undefined && (snapshot.seenAt ?? -Infinity) < backSince;
}

function countOf(
  { snapshot: before, startedTreatment, estimatedStart, counted }: TrackedTreatment,
  { state, countedAt }: DeviceSnapshot,
  wasRunning: boolean,
): Pick<TrackedTreatment, 'estimatedStart' | 'counted'> {
  const isNew = countedAt !== before.countedAt || state.usedMinutes !== before.state.usedMinutes;
  const isAccepted = wasRunning || state.on === true || !startedTreatment;
  if (countedAt === undefined || state.usedMinutes === undefined || !isNew || !isAccepted)
    return { estimatedStart, counted };
  const count = { minutes: state.usedMinutes, at: countedAt };
  return { estimatedStart: beganAt(estimatedStart, count, counted), counted: count };
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
  if (!hasReported) return { wasOffline, backSince, cameBack };
  return { wasOffline: false, backSince: undefined, cameBack: state.on === false || state.workMinutes === 0 };
}
