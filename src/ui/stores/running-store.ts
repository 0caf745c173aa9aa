import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { MINUTE } from '../../core/time.ts';
import type { ResumeTreatment, RunningTreatment } from '../../core/treatment/resume-treatment.ts';

const REFRESH_INTERVAL_MS = 30_000;
/** A device counts whole minutes, so it can run this much longer than the local count. */
const OVERTIME_MS = 2 * MINUTE;

interface Time {
  now(): number;
  every(ms: number, tick: () => void): () => void;
}

/**
 * The devices that run for this user, as the server last reported them. A failed refresh removes no device: a device
 * stays in the list until the server reports it as stopped or its time is over.
 */
export class RunningStore {
  /** The numbers of the devices that the current screen lists itself. */
  listed: readonly string[] = [];
  /**
   * The numbers of the devices that may run because of a start from here, including a start whose outcome is unknown.
   */
  mayRunHere: readonly string[];
  private treatments: readonly RunningTreatment[] = [];
  private lastRefresh = 0;
  private stopPolling: (() => void) | undefined = undefined;

  constructor(
    private readonly resumeTreatment: Pick<ResumeTreatment, 'mayRun' | 'lookAt' | 'onLogged'>,
    private readonly time: Time,
  ) {
    this.mayRunHere = resumeTreatment.mayRun();
    makeAutoObservable<this, 'resumeTreatment' | 'time' | 'treatments' | 'lastRefresh' | 'stopPolling'>(
      this,
      {
        resumeTreatment: false,
        time: false,
        treatments: observableRef,
        listed: observableRef,
        mayRunHere: observableRef,
        lastRefresh: false,
        stopPolling: false,
        runningAt: false,
        isRunning: false,
      },
      { autoBind: true },
    );
    resumeTreatment.onLogged(() => this.readLog());
  }

  /** Returns the treatments that run at `now`, in epoch ms. */
  runningAt(now: number): readonly RunningTreatment[] {
    return this.treatments.filter(
      ({ beganAt, state: { workMinutes } }) =>
        beganAt === undefined || workMinutes === undefined || now < beganAt + workMinutes * MINUTE + OVERTIME_MS,
    );
  }

  get isAny(): boolean {
    return this.treatments.length > 0;
  }

  isRunning(sno: string | undefined): boolean {
    return this.runningAt(this.time.now()).some((treatment) => treatment.sno === sno);
  }

  /**
   * Queries the state of every device that runs or may run, and of the devices in `also`. Skips `onScreen`, because its
   * screen follows it. Repeats every 30 s while a device runs or may run.
   */
  async refresh({
    also = [],
    onScreen,
  }: { also?: readonly (string | undefined)[]; onScreen?: string } = {}): Promise<void> {
    const refreshId = ++this.lastRefresh;
    this.readLog();
    const numbers = [...this.mayRunHere, ...this.treatments.map(({ sno }) => sno), ...also];
    const states = await this.resumeTreatment.lookAt(
      numbers.flatMap((sno) => (sno === undefined || sno === onScreen ? [] : [sno])),
    );
    if (refreshId !== this.lastRefresh) return;
    const unchanged = this.treatments.filter(({ sno }) => (states.get(sno) ?? 'unknown') === 'unknown');
    this.replaceAll([...[...states.values()].filter((each) => typeof each === 'object'), ...unchanged]);
  }

  /** Sets the devices that the current screen lists itself, so that the bar hides them. */
  setListed(numbers: readonly string[]): void {
    this.listed = numbers;
  }

  /** Adds treatments that a screen has read from the server a moment ago. */
  addFound(found: readonly RunningTreatment[]): void {
    const others = this.treatments.filter(({ sno }) => !found.some((treatment) => treatment.sno === sno));
    this.replaceAll([...others, ...found]);
  }

  /** Removes a device that was stopped here. Discards the response of a refresh that is under way. */
  removeStopped(sno: string): void {
    this.lastRefresh += 1;
    this.replaceAll(this.treatments.filter((treatment) => treatment.sno !== sno));
  }

  private readLog(): void {
    const mayRun = this.resumeTreatment.mayRun();
    runInAction(() => (this.mayRunHere = mayRun));
  }

  private replaceAll(running: readonly RunningTreatment[]): void {
    runInAction(() => (this.treatments = running));
    this.readLog();
    this.stopPolling?.();
    const isPolling = running.length > 0 || this.mayRunHere.length > 0;
    this.stopPolling = isPolling ? this.time.every(REFRESH_INTERVAL_MS, () => void this.refresh()) : undefined;
  }
}
