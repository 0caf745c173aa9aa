import type { Clock } from '../../../ports/clock.ts';
import { isAtRest, worksForNobody, type DeviceStatus } from '../../device/device.ts';
import { rests, runs, type DeviceState } from '../../device/device-state.ts';
import type { AccountScope } from '../../state/account-scope.ts';
import { correctsOwn } from '../../state/own-instants.ts';
import type { StoredRecord } from '../../state/stored.ts';
import { mayPrecedeRun, mayPrecedeStart, withoutKeptCount } from '../running-state.ts';
import { isSeenLate } from '../treatment.ts';
import { storedTreatments } from './stored.ts';
import {
  devicesThatMayRun,
  isStopInDoubt,
  pendingStartOf,
  startedHere,
  startOf,
  type SeenOver,
  type TreatmentRecords,
} from './treatment-records.ts';
import { afterTreatmentEvent, type TreatmentEvent } from './treatment-events.ts';

/**
 * The only owner of the treatment records on this phone. Each call reads the storage again, because several pages of
 * one phone share it. On the command line, reads and writes throw the Problem `storage`.
 */
export class TreatmentLog {
  private readonly stored: ReturnType<typeof storedTreatments>;

  constructor(
    private readonly scope: AccountScope,
    private readonly clock: Clock,
  ) {
    this.stored = storedTreatments(scope);
    correctsOwn(clock, Object.values(this.stored));
  }

  /** Returns all records at this moment. */
  records(): TreatmentRecords {
    return {
      started: this.stored.started.get(),
      pendingStarts: this.stored.pendingStarts.get(),
      stoppedAt: this.stored.stoppedAt.get(),
      stopUnconfirmedAt: this.stored.stopUnconfirmedAt.get(),
      stopsAsked: this.stored.stopsAsked.get(),
      stopsFailed: this.stored.stopsFailed.get(),
      stopsRefused: this.stored.stopsRefused.get(),
    };
  }

  /** Returns the devices that may run because of what was asked for on this phone, since `seenOver`. */
  mayRun(seenOver?: SeenOver): string[] {
    return devicesThatMayRun(this.records(), this.clock.now(), seenOver);
  }

  /**
   * True if the report of this moment may be older than what was asked for here, or than a run that the check would know: one of
   * rest than a start that no report has shown yet or that was a moment ago, or unless the server says that the device works for
   * nobody; one of a run than the start here that came after it, as `mayPrecedeStart` says, than a stop that none has confirmed,
   * unless the server says that the device works for this user, and than its end if the server says that the device is free or only
   * rented. `status`: undefined if the check was asked and did not say. `pushedAt`: as in `DatedReport`.
   */
  mayBePast(sno: string, state: DeviceState, status: DeviceStatus | 'unasked' | undefined, pushedAt?: number): boolean {
    if (rests(state)) return (status !== 'unasked' && !worksForNobody(status)) || this.mayStart(sno);
    if (!runs(state)) return false;
    const [records, at] = [this.records(), this.clock.now()];
    if (mayPrecedeStart(records, sno, { state, at, pushedAt }, at)) return true;
    return status !== 'working' && (isAtRest(status) || this.mayHaveStopped(sno));
  }

  /** True if a report of a run may be older than a stop of the device that was sent from here, and that none has confirmed. */
  mayHaveStopped(sno: string): boolean {
    return isStopInDoubt(this.records(), sno, this.clock.now());
  }

  /**
   * The report of this moment, without a count that the device keeps of the run before its last start here. A 0 minutes after
   * that start is no count either: the device leaves it there because it counts none, or it was started anew.
   */
  withoutKeptCount(sno: string, state: DeviceState): DeviceState {
    const now = this.clock.now();
    const at = startOf(this.records(), sno, now);
    const isIdle = at !== undefined && runs(state) && state.usedMinutes === 0 && isSeenLate({ at }, now) === true;
    return isIdle ? { ...state, usedMinutes: undefined } : withoutKeptCount({ at }, { state, at: now }).state;
  }

  /** True if the device was started here, and a report of rest may be from before that. */
  mayStart(sno: string): boolean {
    const [records, now] = [this.records(), this.clock.now()];
    if (pendingStartOf(records, sno, now)) return true;
    const started = startedHere(records, sno, now);
    return started !== undefined && (!started.ran || mayPrecedeRun(started, { at: now }));
  }

  /** Applies the events to the records as they are now and stores what they change, while no other process changes them. */
  record(...events: readonly TreatmentEvent[]): void {
    if (events.length === 0) return;
    this.replaceAll((before) =>
      events.reduce((records, event) => afterTreatmentEvent(records, event, this.clock.now()), before),
    );
  }

  private replaceAll(change: (before: TreatmentRecords) => TreatmentRecords): void {
    this.scope.exclusively(() => {
      const before = this.records();
      const after = change(before);
      replace(this.stored.started, before.started, after.started);
      replace(this.stored.pendingStarts, before.pendingStarts, after.pendingStarts);
      replace(this.stored.stoppedAt, before.stoppedAt, after.stoppedAt);
      replace(this.stored.stopUnconfirmedAt, before.stopUnconfirmedAt, after.stopUnconfirmedAt);
      replace(this.stored.stopsAsked, before.stopsAsked, after.stopsAsked);
      replace(this.stored.stopsFailed, before.stopsFailed, after.stopsFailed);
      replace(this.stored.stopsRefused, before.stopsRefused, after.stopsRefused);
    });
  }

  /** Calls `listener` when this page changes which devices may run, until the caller unsubscribes. */
  subscribe(listener: () => void): () => void {
    const { started, pendingStarts, stopsAsked, stopsFailed } = this.stored;
    const unsubscribes = [started, pendingStarts, stopsAsked, stopsFailed].map((each) => each.subscribe(listener));
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }
}

function replace<Row>(
  stored: StoredRecord<Row>,
  before: Readonly<Record<string, Row>>,
  after: Readonly<Record<string, Row>>,
): void {
  if (after !== before) stored.set(after);
}
