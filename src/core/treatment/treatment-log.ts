import type { Clock } from '../../ports/clock.ts';
import type { AccountScope } from '../state/account-scope.ts';
import { isWithin } from '../time.ts';
import { storedTreatments } from './stored.ts';
import {
  PENDING_START_MAX_AGE_MS,
  REST_AFTER_STOPPING,
  type PendingStart,
  type StartedTreatment,
} from './treatment.ts';

/** The treatment that was started here last, a start whose outcome is unknown, and the stops of the last seconds. Reads and writes throw the Problem `storage`. */
export class TreatmentLog {
  private readonly stored: ReturnType<typeof storedTreatments>;

  constructor(
    scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.stored = storedTreatments(scope);
  }

  /** What was started here last and is not known to be over; undefined where that is on another device than `sno`. */
  started(sno?: string): StartedTreatment | undefined {
    const started = this.stored.started.get();
    return sno === undefined || started?.sno === sno ? started : undefined;
  }

  /** Records a start that took effect. It settles what was pending for the device, and a stop before it counts no more. */
  recordStart(treatment: StartedTreatment): void {
    const { sno } = treatment;
    this.stored.started.set(treatment);
    this.settlePendingStart(sno);
    const { [sno]: _, ...others } = this.stored.stoppedAt.get() ?? {};
    this.stored.stoppedAt.set(others);
  }

  /** Records that the device of this treatment was seen running, unless another treatment has begun since. */
  recordRunning(treatment: StartedTreatment): void {
    if (this.isLast(treatment)) this.stored.started.set({ ...treatment, ran: true });
  }

  /** Forgets a treatment that is over, unless another one has begun since. */
  recordEnd(treatment: StartedTreatment): void {
    if (this.isLast(treatment)) this.stored.started.set(undefined);
  }

  /** A start of this device, or of any, that was sent in the last ten minutes and whose outcome is unknown. */
  pendingStart(sno?: string): PendingStart | undefined {
    const pending = this.stored.pendingStart.get();
    const isMeant = pending !== undefined && (sno === undefined || pending.sno === sno);
    return isMeant && isWithin(PENDING_START_MAX_AGE_MS, pending.at, this.clock.now()) ? pending : undefined;
  }

  /** Records a start before it is sent. */
  recordPendingStart(start: PendingStart): void {
    this.stored.pendingStart.set(start);
  }

  /** The outcome of the device's pending start is known, or matters no more. */
  settlePendingStart(sno: string): void {
    if (this.stored.pendingStart.get()?.sno === sno) this.stored.pendingStart.set(undefined);
  }

  /** When the device was stopped last, epoch ms; undefined where that is long ago. */
  stoppedAt(sno: string): number | undefined {
    return this.stored.stoppedAt.get()?.[sno];
  }

  /** Records that the device was stopped now. */
  recordStop(sno: string): void {
    const now = this.clock.now();
    const recent = Object.entries(this.stored.stoppedAt.get() ?? {}).filter(([, at]) =>
      isWithin(REST_AFTER_STOPPING, at, now),
    );
    this.stored.stoppedAt.set({ ...Object.fromEntries(recent), [sno]: now });
  }

  /** Calls `listener` after each change that this page makes of a started treatment or a pending start, until unsubscribed. */
  subscribe(listener: () => void): () => void {
    const unsubscribes = [this.stored.started.subscribe(listener), this.stored.pendingStart.subscribe(listener)];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }

  private isLast({ sno, at }: StartedTreatment): boolean {
    return this.started(sno)?.at === at;
  }
}
