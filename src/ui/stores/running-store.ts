import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { deviceKey, hasDevice, isSameDevice } from '../../core/basics/device-code.ts';
import { withInstants } from '../../core/basics/instants.ts';
import { DAY, MINUTE } from '../../core/basics/time.ts';
import {
  withoutIdleCount,
  type Reading,
  type ResumeTreatment,
  type RunningTreatment,
} from '../../core/treatment/resume-treatment.ts';
import type { TreatmentView } from '../../core/treatment/follow/treatment-view.ts';
import { beganAt, RECORD_LAG_MS } from '../../core/treatment/treatment.ts';

const REFRESH_INTERVAL_MS = 30_000;
/** A device counts whole minutes, so it can run this much longer than the local count. */
const OVERTIME_MS = 2 * MINUTE;

const COUNT_TOLERANCE_MS = 70_000;
/** One interval, and a margin. */
const UNHEARD_AFTER_MS = 45_000;

/** True if nothing was heard of the treatment since this page opened, or for so long that it may have ended since. */
export function isUnheard({ seenAt }: Pick<RunningTreatment, 'seenAt'>, now: number): boolean {
  return seenAt === undefined || now - seenAt > UNHEARD_AFTER_MS;
}

/**
 * What runs after these readings. Of a device of which no more is known, the last report stays with its age. Each keeps its
 * place, so that none moves under a finger.
 */
function afterReadings(
  before: readonly RunningTreatment[],
  readings: ReadonlyMap<string, Reading>,
): readonly RunningTreatment[] {
  const news = [...readings];
  const stay = before.flatMap((known) => {
    const reading = news.find(([sno]) => isSameDevice(sno, known.sno))?.[1];
    const isKept = reading === undefined || (reading === 'unknown' && known.seenAt !== undefined);
    if (isKept) return known;
    if (typeof reading !== 'object') return [];
    return saysMore(known, reading) ? known : sinceItsStart(withoutIdleCount(reading, known), known);
  });
  const numbers = before.map(({ sno }) => sno);
  const found = news.flatMap(([sno, reading]) =>
    typeof reading === 'object' && !hasDevice(numbers, sno) ? reading : [],
  );
  return [...stay, ...found];
}

/** True if the server says whether the device runs for this user or somebody else. */
function saysWhose(reading: Reading): boolean {
  return typeof reading === 'object' ? reading.seenAt !== undefined : reading === 'not-mine';
}

/** True if one shows that the device runs and the other does not, or was heard of and the other was not. */
function saysMore(one: RunningTreatment, other: RunningTreatment): boolean {
  if (one.isStarting !== other.isStarting) return !one.isStarting;
  return one.seenAt !== undefined && other.seenAt === undefined;
}

/** A count of whole minutes tells the start less exactly than the counts before it. */
function sinceItsStart(reading: RunningTreatment, before: RunningTreatment): RunningTreatment {
  if (reading.beganAt === undefined || before.beganAt === undefined) return reading;
  const isSame = Math.abs(reading.beganAt - before.beganAt) <= COUNT_TOLERANCE_MS;
  return isSame ? { ...reading, beganAt: Math.min(reading.beganAt, before.beganAt) } : reading;
}

function endsAtLatest({ beganAt, startedAt, seenAt, state: { workMinutes } }: RunningTreatment): number {
  const since = beganAt ?? seenAt ?? startedAt;
  if (since === undefined) return Infinity;
  return since + (workMinutes === undefined ? DAY : workMinutes * MINUTE + OVERTIME_MS);
}

/** Moves the treatment with the clock. A start that its count told is told by it again; see `correctedRun`. */
function corrected(treatment: RunningTreatment, correct: (at: number) => number): RunningTreatment {
  const moved = withInstants(treatment, correct);
  const { beganAt: began, seenAt, state } = moved;
  if (began === undefined || seenAt === undefined || state.usedMinutes === undefined) return moved;
  return { ...moved, beganAt: beganAt(began, { minutes: state.usedMinutes, at: seenAt }) };
}

interface Time {
  now(): number;
  every(ms: number, tick: () => void): () => void;
  onCorrection(listener: (correct: (at: number) => number) => void): () => void;
}

type Followed = Pick<ResumeTreatment, 'mayRun' | 'stopsDue' | 'unconfirmedStops' | 'lookAt' | 'onLogged'>;

/**
 * The devices that run for this user, as the server last reported them. A failed refresh removes no device: a device
 * stays in the list until the server reports it as stopped or its time is over.
 */
export class RunningStore {
  /** The numbers of the devices that the current screen lists itself. */
  listed: readonly string[] = [];
  /**
   * The numbers of the devices that may run because of what was asked for here: a start, also one whose outcome is unknown, or a
   * stop that is not known to be sent or had no known effect.
   */
  mayRunHere: readonly string[];
  /**
   * The numbers of the devices that may run although their stop was asked for, as the log says it since they were asked on
   * this page, or since their stop ended on it.
   */
  unconfirmedStops: readonly string[] = [];
  /** The numbers of those in `mayRunHere` that are not known to have been over, or another user's, since. */
  private mayRunStill: readonly string[];
  /** By `deviceKey`: when each device was last seen not to run for this user; epoch ms. */
  private seenOver: ReadonlyMap<string, number> = new Map();
  private treatments: readonly RunningTreatment[] = [];
  /** By `deviceKey`: when each device was asked last, or stopped; epoch ms. An older answer does not count. */
  readonly #changedAt = new Map<string, number>();
  /** The runs that the screen of a treatment has shown, until their devices are read. */
  readonly #shown = new Map<string, RunningTreatment>();
  /** By `deviceKey`: since when the screen of a treatment has seen that its device does not run for this user; epoch ms. */
  readonly #overOnScreen = new Map<string, number>();
  #corrections = 0;
  #stopPolling: (() => void) | undefined = undefined;
  readonly #resumeTreatment: Followed;
  readonly #time: Time;

  constructor(resumeTreatment: Followed, time: Time) {
    this.#resumeTreatment = resumeTreatment;
    this.#time = time;
    this.mayRunHere = this.mayRunStill = resumeTreatment.mayRun();
    makeAutoObservable<this, 'treatments' | 'mayRunStill' | 'seenOver'>(
      this,
      {
        treatments: observableRef,
        listed: observableRef,
        mayRunHere: observableRef,
        mayRunStill: observableRef,
        seenOver: observableRef,
        unconfirmedStops: observableRef,
        runningAt: false,
        mayRun: false,
        mayHaveRun: false,
        isRunning: false,
        mayTreat: false,
        stopsDue: false,
      },
      { autoBind: true },
    );
    resumeTreatment.onLogged(() => this.readLog());
    time.onCorrection((correct) => this.correct(correct));
  }

  /**
   * Returns the treatments that run or may run at `now`, in epoch ms. One of which nothing was heard is over once its
   * time has passed.
   */
  runningAt(now: number): readonly RunningTreatment[] {
    return this.treatments.filter((treatment) => !isUnheard(treatment, now) || now < endsAtLatest(treatment));
  }

  get isAny(): boolean {
    return this.treatments.length > 0;
  }

  /**
   * True if a device may be treating this user now: one that runs, one that may run because of what was asked for here, or
   * that on the screen. A device that was seen not to run for this user since does not count.
   */
  mayTreat(onScreen: string | undefined): boolean {
    const isOpen = onScreen !== undefined && !this.seenOver.has(deviceKey(onScreen));
    return isOpen || this.isAny || this.mayRunStill.length > 0;
  }

  /** Keeps what the screen of a treatment sees of its device: whether it may run for this user. */
  sees(sno: string, mayRun: boolean): void {
    const now = this.#time.now();
    this.keepSeen([[sno, mayRun]], now);
    if (mayRun) this.#overOnScreen.delete(deviceKey(sno));
    else this.#overOnScreen.set(deviceKey(sno), now);
    if (!mayRun) this.remove(sno);
  }

  /** Keeps the run that the screen of a treatment shows, for the first reading of its device that does not tell more. */
  shows({ sno, phase, mode, state, beganAt: began, seenAt, zeroSince, mayStillRun }: TreatmentView): void {
    if (phase === 'running') this.#shown.set(deviceKey(sno), { sno, mode, state, beganAt: began, seenAt, zeroSince });
    else if (mayStillRun === false) this.#shown.delete(deviceKey(sno));
  }

  /** True if the device runs or may run, as it was last heard of. */
  mayRun(sno: string): boolean {
    return this.runningAt(this.#time.now()).some((treatment) => isSameDevice(treatment.sno, sno));
  }

  /** True if the device runs or may run, or was started or stopped from here so lately that its screen can tell more. */
  mayHaveRun(sno: string): boolean {
    return this.mayRun(sno) || hasDevice(this.mayRunHere, sno);
  }

  /** True if the device reported a moment ago that it runs. */
  isRunning(sno: string | undefined): boolean {
    const now = this.#time.now();
    return this.treatments.some(
      (treatment) => isSameDevice(treatment.sno, sno) && !treatment.isStarting && !isUnheard(treatment, now),
    );
  }

  /**
   * Queries the state of every device that runs or may run, and of the devices in `also`. Skips `onScreen`, because its
   * screen follows it. Repeats every 30 s while a device runs or may run.
   */
  async refresh({
    also = [],
    onScreen,
  }: { also?: readonly (string | undefined)[]; onScreen?: string } = {}): Promise<void> {
    this.readLog();
    const corrections = this.#corrections;
    const askedAt = this.#time.now();
    const numbers = [...this.mayRunHere, ...this.treatments.map(({ sno }) => sno), ...also];
    const readings = await this.#resumeTreatment.lookAt(
      numbers.flatMap((sno) => (sno === undefined || isSameDevice(sno, onScreen) ? [] : [sno])),
      (sno) => this.mayRun(sno) || this.#shown.has(deviceKey(sno)),
    );
    // Asked by a clock that was wrong, so the answers have no time.
    if (corrections !== this.#corrections) return this.refresh({ also, onScreen });
    const news = new Map(
      [...readings]
        .filter(([sno]) => askedAt >= (this.#changedAt.get(deviceKey(sno)) ?? -Infinity))
        .map(([sno, reading]) => [sno, this.isPast(sno, reading) ? 'unknown' : this.asShown(sno, reading)] as const),
    );
    for (const sno of news.keys()) this.#changedAt.set(deviceKey(sno), askedAt);
    this.keepSeen(
      [...news].flatMap(([sno, reading]) => (saysWhose(reading) ? [[sno, reading !== 'not-mine'] as const] : [])),
      askedAt,
    );
    this.replaceAll(afterReadings(this.knownBefore(news), news));
    runInAction(() => (this.unconfirmedStops = this.#resumeTreatment.unconfirmedStops()));
  }

  /** Returns the devices whose stop was asked for and should be continued now. */
  stopsDue(): readonly string[] {
    return this.#resumeTreatment.stopsDue();
  }

  /** Sets the devices that the current screen lists itself, so that the bar hides them. */
  setListed(numbers: readonly string[]): void {
    this.listed = numbers;
  }

  /** Keeps a device whose stop had no known effect among the unconfirmed stops. Discards the answers to what was asked before. */
  keepNotStopped(sno: string): void {
    this.#changedAt.set(deviceKey(sno), this.#time.now() + 1);
    this.showStops([...this.unconfirmedStops, sno]);
  }

  /** Removes a device that does not run for this user any more. Discards the answers to what was asked before. */
  remove(sno: string): void {
    this.#changedAt.set(deviceKey(sno), this.#time.now() + 1);
    this.#shown.delete(deviceKey(sno));
    this.replaceAll(this.treatments.filter((treatment) => !isSameDevice(treatment.sno, sno)));
  }

  /**
   * What ran as it was last heard of: also a run that the screen of a treatment has shown, if these readings do not tell more of it.
   */
  private knownBefore(readings: ReadonlyMap<string, Reading>): readonly RunningTreatment[] {
    const taken = [...readings].flatMap(([sno, reading]) => {
      const shown = this.#shown.get(deviceKey(sno));
      this.#shown.delete(deviceKey(sno));
      return shown && this.tellsNoRun(sno, reading) ? [shown] : [];
    });
    if (taken.length === 0) return this.treatments;
    const numbers = taken.map(({ sno }) => sno);
    return [...this.treatments.filter(({ sno }) => !hasDevice(numbers, sno)), ...taken];
  }

  /** The reading after what the screen of the treatment has shown of the run. */
  private asShown(sno: string, reading: Reading): Reading {
    return typeof reading === 'object' ? withoutIdleCount(reading, this.#shown.get(deviceKey(sno))) : reading;
  }

  /** True if the reading says only that the device starts, as of a run that the server's record does not show yet, or nothing. */
  private tellsNoRun(sno: string, reading: Reading): boolean {
    if (typeof reading === 'object') return reading.isStarting === true && !this.mayRun(sno);
    return reading === 'unknown' && !this.mayHaveRun(sno);
  }

  private correct(correct: (at: number) => number): void {
    this.#corrections += 1;
    for (const times of [this.#changedAt, this.#overOnScreen])
      for (const [device, at] of times) times.set(device, correct(at));
    this.seenOver = new Map([...this.seenOver].map(([device, at]) => [device, correct(at)]));
    for (const [device, shown] of this.#shown) this.#shown.set(device, corrected(shown, correct));
    this.replaceAll(this.treatments.map((treatment) => corrected(treatment, correct)));
  }

  /**
   * True if only a start from here says that the device may run, and it was seen not to run for this user since; or if its screen
   * has seen so a moment ago, after the run had begun, and the server's record of it may be from before.
   */
  private isPast(sno: string, reading: Reading): boolean {
    if (typeof reading !== 'object') return false;
    const { seenAt, startedAt = Infinity, beganAt: began = Infinity } = reading;
    if (seenAt === undefined) return startedAt < (this.seenOver.get(deviceKey(sno)) ?? -Infinity);
    const over = this.#overOnScreen.get(deviceKey(sno)) ?? -Infinity;
    return began + COUNT_TOLERANCE_MS < over && seenAt - over < RECORD_LAG_MS;
  }

  private keepSeen(seen: readonly (readonly [sno: string, mayRun: boolean])[], at: number): void {
    const seenOver = new Map(this.seenOver);
    for (const [sno, mayRun] of seen)
      if (mayRun) seenOver.delete(deviceKey(sno));
      else seenOver.set(deviceKey(sno), at);
    runInAction(() => (this.seenOver = seenOver));
    this.readLog();
  }

  private readLog(): void {
    const mayRun = this.#resumeTreatment.mayRun();
    const mayRunStill = this.#resumeTreatment.mayRun((sno) => this.seenOver.get(deviceKey(sno)));
    runInAction(() => {
      this.mayRunHere = mayRun;
      this.mayRunStill = mayRunStill;
      this.showStops(this.unconfirmedStops);
    });
  }

  private showStops(among: readonly string[]): void {
    this.unconfirmedStops = this.#resumeTreatment.unconfirmedStops().filter((sno) => hasDevice(among, sno));
  }

  private replaceAll(running: readonly RunningTreatment[]): void {
    runInAction(() => (this.treatments = running));
    this.readLog();
    this.#stopPolling?.();
    const isPolling = running.length > 0 || this.mayRunHere.length > 0;
    this.#stopPolling = isPolling ? this.#time.every(REFRESH_INTERVAL_MS, () => void this.refresh()) : undefined;
  }
}
