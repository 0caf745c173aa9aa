import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { MINUTE } from '../../core/time.ts';
import type { ResumeTreatment, RunningTreatment } from '../../core/treatment/resume-treatment.ts';

const LOOK_INTERVAL_MS = 30_000;
/** A device that counts whole minutes may run so much longer than its minutes are counted here; ms. */
const OVERTIME_MS = 2 * MINUTE;

interface Time {
  now(): number;
  every(ms: number, tick: () => void): () => void;
}

/**
 * The devices that run for this user, by the server's last word. A look that fails takes nothing back: what ran a moment ago is
 * shown until the server says otherwise, or its time is over.
 */
export class RunningStore {
  /** The devices whose treatments a screen lists itself. */
  listed: readonly string[] = [];
  /** The devices that were started here, or were sent a start whose outcome is unknown, and may run. */
  mayRunHere: readonly string[];
  private known: readonly RunningTreatment[] = [];
  private looks = 0;
  private off: (() => void) | undefined = undefined;

  constructor(
    private readonly resuming: Pick<ResumeTreatment, 'mayRun' | 'lookAt' | 'onLogged'>,
    private readonly time: Time,
  ) {
    this.mayRunHere = resuming.mayRun();
    makeAutoObservable<this, 'resuming' | 'time' | 'known' | 'looks' | 'off'>(
      this,
      {
        resuming: false,
        time: false,
        known: observableRef,
        listed: observableRef,
        mayRunHere: observableRef,
        looks: false,
        off: false,
        runningAt: false,
        isRunning: false,
      },
      { autoBind: true },
    );
    resuming.onLogged(() => this.readLog());
  }

  /** What runs at that instant, epoch ms. */
  runningAt(now: number): readonly RunningTreatment[] {
    return this.known.filter(
      ({ beganAt, state: { workMinutes } }) =>
        beganAt === undefined || workMinutes === undefined || now < beganAt + workMinutes * MINUTE + OVERTIME_MS,
    );
  }

  get isAny(): boolean {
    return this.known.length > 0;
  }

  isRunning(sno: string | undefined): boolean {
    return this.runningAt(this.time.now()).some((treatment) => treatment.sno === sno);
  }

  /**
   * Asks the server about what runs, what was or may have been started here and these devices, but not about the one whose treatment is on the screen
   * and followed there; and again each half minute while something runs or may run.
   */
  async look({
    also = [],
    onScreen,
  }: { also?: readonly (string | undefined)[]; onScreen?: string } = {}): Promise<void> {
    const look = ++this.looks;
    this.readLog();
    const numbers = [...this.mayRunHere, ...this.known.map(({ sno }) => sno), ...also];
    const seen = await this.resuming.lookAt(
      numbers.flatMap((sno) => (sno === undefined || sno === onScreen ? [] : [sno])),
    );
    if (look !== this.looks) return;
    const stays = this.known.filter(({ sno }) => (seen.get(sno) ?? 'unknown') === 'unknown');
    this.keep([...[...seen.values()].filter((each) => typeof each === 'object'), ...stays]);
  }

  /** A screen lists these treatments itself, until it says otherwise. */
  lists(numbers: readonly string[]): void {
    this.listed = numbers;
  }

  /** The device was stopped here: an answer to an earlier question says nothing of it any more. */
  stopped(sno: string): void {
    this.looks += 1;
    this.keep(this.known.filter((treatment) => treatment.sno !== sno));
  }

  private readLog(): void {
    const mayRun = this.resuming.mayRun();
    runInAction(() => (this.mayRunHere = mayRun));
  }

  private keep(running: readonly RunningTreatment[]): void {
    runInAction(() => (this.known = running));
    this.readLog();
    this.off?.();
    const isWatched = running.length > 0 || this.mayRunHere.length > 0;
    this.off = isWatched ? this.time.every(LOOK_INTERVAL_MS, () => void this.look()) : undefined;
  }
}
