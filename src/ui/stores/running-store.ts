import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Destination } from '../../core/destination.ts';
import { progressOf } from '../../core/treatment/progress.ts';
import type { ResumeTreatment, RunningTreatment } from '../../core/treatment/resume-treatment.ts';

const LOOK_INTERVAL_MS = 30_000;

interface Time {
  now(): number;
  every(ms: number, tick: () => void): () => void;
}

/**
 * The devices that run for this user, by the server's last word. A look that fails takes nothing back: what ran a moment ago is
 * shown until the server says otherwise, or its time is over.
 */
export class RunningStore {
  private known: readonly RunningTreatment[] = [];
  private looks = 0;
  private off: (() => void) | undefined = undefined;

  constructor(
    private readonly resuming: Pick<ResumeTreatment, 'remembered' | 'lookAt' | 'open'>,
    private readonly time: Time,
  ) {
    makeAutoObservable<this, 'resuming' | 'time' | 'known' | 'looks' | 'off'>(
      this,
      { resuming: false, time: false, known: observableRef, looks: false, off: false, runningAt: false, isRunning: false, open: false },
      { autoBind: true },
    );
  }

  /** What runs at that instant, epoch ms. */
  runningAt(now: number): readonly RunningTreatment[] {
    return this.known.filter((treatment) => progressOf(treatment, now).remainingMinutes !== 0);
  }

  get isAny(): boolean {
    return this.known.length > 0;
  }

  isRunning(sno: string | undefined): boolean {
    return this.runningAt(this.time.now()).some((treatment) => treatment.sno === sno);
  }

  /** Its device becomes the current one. */
  open(treatment: RunningTreatment): Destination {
    return this.resuming.open(treatment);
  }

  /**
   * Asks the server about what runs, what was started here and these devices, but not about the one whose treatment is on the screen
   * and followed there; and again each half minute while something runs.
   */
  async look({ also = [], onScreen }: { also?: readonly (string | undefined)[]; onScreen?: string } = {}): Promise<void> {
    const look = ++this.looks;
    const numbers = [this.resuming.remembered(), ...this.known.map(({ sno }) => sno), ...also];
    const seen = await this.resuming.lookAt(numbers.flatMap((sno) => (sno === undefined || sno === onScreen ? [] : [sno])));
    if (look !== this.looks) return;
    const stays = this.known.filter(({ sno }) => (seen.get(sno) ?? 'unknown') === 'unknown');
    this.keep([...[...seen.values()].filter((each) => typeof each === 'object'), ...stays]);
  }

  /** The device was stopped here: an answer to an earlier question says nothing of it any more. */
  stopped(sno: string): void {
    this.looks += 1;
    this.keep(this.known.filter((treatment) => treatment.sno !== sno));
  }

  private keep(running: readonly RunningTreatment[]): void {
    runInAction(() => (this.known = running));
    this.off?.();
    this.off = running.length > 0 ? this.time.every(LOOK_INTERVAL_MS, () => void this.look()) : undefined;
  }
}
