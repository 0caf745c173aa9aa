import type { Clock } from '../../ports/clock.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { isWithin } from '../time.ts';
import { storedTreatments } from './stored.ts';
import { PENDING_START_MAX_AGE_MS, RESTART_DELAY_MS, type PendingStart, type StartedTreatment } from './treatment.ts';

/**
 * Records the last treatment started on this phone, the starts with an unknown outcome, and the stops of the last
 * seconds. On the command line, reads and writes throw the Problem `storage`.
 */
export class TreatmentLog {
  private readonly stored: ReturnType<typeof storedTreatments>;

  constructor(
    scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.stored = storedTreatments(scope);
  }

  /**
   * Returns the last treatment started on this phone that is not known to be over; undefined if it is on another device
   * than `sno`.
   */
  started(sno?: string): StartedTreatment | undefined {
    const started = this.stored.started.get();
    return sno === undefined || started?.sno === sno ? started : undefined;
  }

  /** Records a start that took effect. Removes the device's pending start and its last stop. */
  recordStart(treatment: StartedTreatment): void {
    const { sno } = treatment;
    this.stored.started.set(treatment);
    this.settlePendingStart(sno);
    const { [sno]: _, ...others } = this.stored.stoppedAt.get() ?? {};
    this.stored.stoppedAt.set(others);
  }

  /** Records that the treatment's device was observed running, unless a newer treatment has begun. */
  recordRunning(treatment: StartedTreatment): void {
    if (this.isLast(treatment)) this.stored.started.set({ ...treatment, ran: true });
  }

  /** Deletes a treatment that is over, unless a newer treatment has begun. */
  recordEnd(treatment: StartedTreatment): void {
    if (this.isLast(treatment)) this.stored.started.set(undefined);
  }

  /** Returns the starts with an unknown outcome that were sent in the last ten minutes, at most one for each device. */
  pendingStarts(): PendingStart[] {
    const now = this.clock.now();
    return Object.values(this.stored.pendingStarts.get() ?? {}).filter(({ at }) =>
      isWithin(PENDING_START_MAX_AGE_MS, at, now),
    );
  }

  /** Returns the device's start with an unknown outcome that was sent in the last ten minutes. */
  pendingStart(sno: string): PendingStart | undefined {
    return this.pendingStarts().find((pending) => pending.sno === sno);
  }

  /** Records a start; call it before the request. */
  recordPendingStart(start: PendingStart): void {
    this.storePending([...this.pendingStarts().filter(({ sno }) => sno !== start.sno), start]);
  }

  /** Deletes the device's pending start; call it when the outcome is known or irrelevant. */
  settlePendingStart(sno: string): void {
    if (this.stored.pendingStarts.get()?.[sno] !== undefined)
      this.storePending(this.pendingStarts().filter((pending) => pending.sno !== sno));
  }

  /** Time of the device's last stop, epoch ms; undefined if that is long ago. */
  stoppedAt(sno: string): number | undefined {
    return this.stored.stoppedAt.get()?.[sno];
  }

  /** Records a stop of the device at the current time. */
  recordStop(sno: string): void {
    const now = this.clock.now();
    const recent = Object.entries(this.stored.stoppedAt.get() ?? {}).filter(([, at]) =>
      isWithin(RESTART_DELAY_MS, at, now),
    );
    this.stored.stoppedAt.set({ ...Object.fromEntries(recent), [sno]: now });
  }

  /** Calls `listener` when this page changes a started treatment or a pending start, until the caller unsubscribes. */
  subscribe(listener: () => void): () => void {
    const unsubscribes = [this.stored.started.subscribe(listener), this.stored.pendingStarts.subscribe(listener)];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }

  private storePending(starts: readonly PendingStart[]): void {
    this.stored.pendingStarts.set(
      starts.length > 0 ? Object.fromEntries(starts.map((start) => [start.sno, start])) : undefined,
    );
  }

  private isLast({ sno, at }: StartedTreatment): boolean {
    return this.started(sno)?.at === at;
  }
}
