import type { Clock } from '../../ports/clock.ts';
import type { CurrentDevice } from '../device/current-device.ts';
import type { DeviceState } from '../device/device-state.ts';
import type { DeviceSnapshot } from '../device/follow-device.ts';
import { ageOf, MINUTE } from '../time.ts';
import { modeOf, type TreatmentMode } from './settings.ts';
import { beganAt, phaseOf, runs, type Count, type StartedTreatment, type TreatmentPhase } from './treatment.ts';
import type { TreatmentLog } from './treatment-log.ts';

/** A treatment as it is to be shown. */
export interface TreatmentView extends DeviceSnapshot {
  sno: string;
  phase: TreatmentPhase;
  /** Whether it was started here; else it is looked at only. */
  startedHere: boolean;
  mode: TreatmentMode;
  /** Epoch ms from which the elapsed time counts; undefined until it is known. */
  beganAt?: number;
  /** Epoch ms when it was seen to be over. */
  endedAt?: number;
  /** The device was offline here, is online again, and has said since that it does not run: the mode menu comes next. */
  cameBack: boolean;
}

/** Makes sense of what a device tells while it treats, and records that it was seen running. */
export class TreatmentTracker {
  /** What the server said when the treatment was started here. */
  readonly known: DeviceState;
  private readonly here: StartedTreatment | undefined;
  /** What was started at an instant ahead of the clock, which was set back since, counts from here. */
  private readonly since: number;
  private readonly mayRun: boolean;
  private snapshot: DeviceSnapshot;
  private began?: number;
  /** The count by which that was last judged. */
  private counted?: Count;
  private restsSince?: number;
  private minutesSet?: number;
  private wasRunning: boolean;
  private wasOffline = false;
  /** When it was seen online again after that. */
  private backSince?: number;
  private cameBack = false;

  constructor(
    private readonly sno: string,
    current: CurrentDevice,
    private readonly log: TreatmentLog,
    private readonly clock: Clock,
  ) {
    this.here = log.started(sno);
    const { on: _, ...known }: DeviceState = this.here?.state ?? {};
    this.known = known;
    this.since = clock.now();
    this.snapshot = { state: known, line: 'connecting', loginFailed: false };
    this.began = this.here && Math.min(this.here.at, this.since);
    this.minutesSet = known.workMinutes;
    const isCalledWorking = current.isWorking && current.sno === sno;
    this.mayRun = isCalledWorking || log.pendingStart(sno) !== undefined;
    this.wasRunning =
      this.here !== undefined &&
      (this.here.ran === true || ageOf(this.here.at, this.since) > (known.workMinutes ?? Infinity) * MINUTE);
  }

  /** Something was told. Minutes count once the device has been seen running, whatever it counted before. */
  take(next: DeviceSnapshot): void {
    const { state, online, seenAt, countedAt } = next;
    const isNews = countedAt !== this.snapshot.countedAt || state.usedMinutes !== this.snapshot.state.usedMinutes;
    this.snapshot = next;
    if (state.workMinutes) this.minutesSet = state.workMinutes;
    const isRunning = runs(state);
    this.restsSince = isRunning ? undefined : (this.restsSince ?? seenAt);
    if (!this.wasRunning && seenAt !== undefined && state.on === true) this.sawRunning();
    const counts = this.wasRunning || state.on === true || !this.here;
    if (countedAt !== undefined && state.usedMinutes !== undefined && isNews && counts) {
      const count = { minutes: state.usedMinutes, at: countedAt };
      this.began = beganAt(this.began, count, this.counted);
      this.counted = count;
    }
    this.noteReturn(online, seenAt, state.on === false || state.workMinutes === 0);
  }

  /** The device is online again and has not said since whether it runs: it is time to ask. */
  get awaitsReportAfterReturn(): boolean {
    return this.backSince !== undefined && (this.snapshot.seenAt ?? -Infinity) < this.backSince;
  }

  /** What was told before a device went away does not say what it does now. */
  private noteReturn(online: boolean | undefined, seenAt: number | undefined, standsStill: boolean): void {
    if (online === false) {
      this.wasOffline = true;
      this.backSince = undefined;
    }
    if (online === true && this.wasOffline) this.backSince ??= this.clock.now();
    const hasReported = this.backSince !== undefined && seenAt !== undefined && seenAt >= this.backSince;
    if (!hasReported) return;
    this.wasOffline = false;
    this.backSince = undefined;
    this.cameBack = standsStill;
  }

  /** Where it stands now; until the device reports that it runs, with what was asked for. */
  view(): TreatmentView {
    const { state, online, seenAt, answered } = this.snapshot;
    const elapsed = this.clock.now() - (this.began ?? this.since);
    const facts = {
      state,
      online,
      wasRunning: this.wasRunning,
      startedHere: this.here !== undefined,
      mayRun: this.mayRun,
      told: answered === true || seenAt !== undefined,
      elapsed,
    };
    const shown: DeviceState = this.here && !this.wasRunning ? { ...this.known, on: state.on } : state;
    const phase = phaseOf(facts);
    const view = {
      ...this.snapshot,
      sno: this.sno,
      phase,
      startedHere: facts.startedHere,
      state: shown,
      mode: modeOf(shown),
      beganAt: this.began,
      cameBack: this.cameBack,
    };
    return phase === 'finished'
      ? { ...view, state: { ...shown, workMinutes: this.minutesSet }, endedAt: this.restsSince ?? this.clock.now() }
      : view;
  }

  private sawRunning(): void {
    this.wasRunning = true;
    if (this.here) this.log.recordRunning(this.here);
  }
}
