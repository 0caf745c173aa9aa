import type { Clock } from '../../ports/clock.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { DeviceState } from '../device/device-state.ts';
import type { DeviceSnapshot } from '../device/follow-device.ts';
import { ageOf, MINUTE } from '../time.ts';
import { modeOf, type TreatmentMode } from './settings.ts';
import { beganAt, phaseOf, runs, type Count, type StartedTreatment, type TreatmentPhase } from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';

/** The state of a treatment for display. */
export interface TreatmentView extends DeviceSnapshot {
  sno: string;
  phase: TreatmentPhase;
  /** True if this phone started the treatment; otherwise it is only displayed. */
  startedHere: boolean;
  mode: TreatmentMode;
  /** Start of the elapsed time, epoch ms; undefined while unknown. */
  beganAt?: number;
  /** When the end was observed; epoch ms. */
  endedAt?: number;
  /** The device went offline, is online again, and has since reported that it does not run. The mode menu is next. */
  cameBack: boolean;
}

/** Derives the treatment's view from device snapshots, and records that the device was observed running. */
export class TreatmentTracker {
  /** State that the server reported at the start on this phone. */
  readonly known: DeviceState;
  private readonly startedTreatment: StartedTreatment | undefined;
  /**
   * Creation time of the tracker; epoch ms. It replaces a start time in the future, which occurs if the clock was set
   * back.
   */
  private readonly since: number;
  private readonly mayRun: boolean;
  private snapshot: DeviceSnapshot;
  private estimatedStart?: number;
  /** Last count that determined `estimatedStart`. */
  private counted?: Count;
  private idleSince?: number;
  private minutesSet?: number;
  private wasRunning: boolean;
  private wasOffline = false;
  /** When the device was observed online again; epoch ms. */
  private backSince?: number;
  private cameBack = false;

  constructor(
    private readonly sno: string,
    current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
  ) {
    this.startedTreatment = log.started(sno);
    const { on: _, ...known }: DeviceState = this.startedTreatment?.state ?? {};
    this.known = known;
    this.since = clock.now();
    this.snapshot = { state: known, line: 'connecting', loginFailed: false };
    this.estimatedStart = this.startedTreatment && Math.min(this.startedTreatment.at, this.since);
    this.minutesSet = known.workMinutes;
    const isReportedWorking = current.isWorking && current.sno === sno;
    this.mayRun = isReportedWorking || log.pendingStart(sno) !== undefined;
    this.wasRunning =
      this.startedTreatment !== undefined &&
      (this.startedTreatment.ran === true ||
        ageOf(this.startedTreatment.at, this.since) > (known.workMinutes ?? Infinity) * MINUTE);
  }

  /** Applies a snapshot. Reported minutes count only after the device was observed running. */
  take(next: DeviceSnapshot): void {
    const { state, online, seenAt, countedAt } = next;
    const isNewCount = countedAt !== this.snapshot.countedAt || state.usedMinutes !== this.snapshot.state.usedMinutes;
    this.snapshot = next;
    if (state.workMinutes) this.minutesSet = state.workMinutes;
    const isRunning = runs(state);
    this.idleSince = isRunning ? undefined : (this.idleSince ?? seenAt);
    if (!this.wasRunning && seenAt !== undefined && state.on === true) this.sawRunning();
    const acceptsCount = this.wasRunning || state.on === true || !this.startedTreatment;
    if (countedAt !== undefined && state.usedMinutes !== undefined && isNewCount && acceptsCount) {
      const count = { minutes: state.usedMinutes, at: countedAt };
      this.estimatedStart = beganAt(this.estimatedStart, count, this.counted);
      this.counted = count;
    }
    this.trackReconnect(online, seenAt, state.on === false || state.workMinutes === 0);
  }

  /** True if the device is online again and has not reported since; the caller should then refresh. */
  get awaitsReportAfterReturn(): boolean {
    return this.backSince !== undefined && (this.snapshot.seenAt ?? -Infinity) < this.backSince;
  }

  /** A report from before the disconnection does not describe the current state. */
  private trackReconnect(online: boolean | undefined, seenAt: number | undefined, isIdle: boolean): void {
    if (online === false) {
      this.wasOffline = true;
      this.backSince = undefined;
    }
    if (online === true && this.wasOffline) this.backSince ??= this.clock.now();
    const hasReported = this.backSince !== undefined && seenAt !== undefined && seenAt >= this.backSince;
    if (!hasReported) return;
    this.wasOffline = false;
    this.backSince = undefined;
    this.cameBack = isIdle;
  }

  /** Returns the current view. Until the device reports that it runs, the view shows the requested settings. */
  view(): TreatmentView {
    const { state, online, seenAt, answered } = this.snapshot;
    const elapsed = this.clock.now() - (this.estimatedStart ?? this.since);
    const facts = {
      state,
      online,
      wasRunning: this.wasRunning,
      startedHere: this.startedTreatment !== undefined,
      mayRun: this.mayRun,
      told: answered === true || seenAt !== undefined,
      elapsed,
    };
    const shown: DeviceState = this.startedTreatment && !this.wasRunning ? { ...this.known, on: state.on } : state;
    const phase = phaseOf(facts);
    const view = {
      ...this.snapshot,
      sno: this.sno,
      phase,
      startedHere: facts.startedHere,
      state: shown,
      mode: modeOf(shown),
      beganAt: this.estimatedStart,
      cameBack: this.cameBack,
    };
    return phase === 'finished'
      ? { ...view, state: { ...shown, workMinutes: this.minutesSet }, endedAt: this.idleSince ?? this.clock.now() }
      : view;
  }

  private sawRunning(): void {
    this.wasRunning = true;
    if (this.startedTreatment) this.log.recordRunning(this.startedTreatment);
  }
}
