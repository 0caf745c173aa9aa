import type { DeviceState } from '../../../src/core/device/device-state.ts';
import type { DeviceStatus } from '../../../src/core/device/device.ts';
import type { TreatmentSettings } from '../../../src/core/treatment/settings/settings.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** A device takes up a command within this time or never. */
export const TAKES_UP_MS = 10 * SECOND;
/** What a connected device has to tell reaches the server within this time, */
export const REPORTS_MS = 10 * SECOND;
/** but for one report that is late: within this time. */
export const LATE_MS = 15 * SECOND;
/** The server notices within this time that a device is offline. */
export const NOTICES_MS = 15 * SECOND;
/** A device reports its count at least so often. */
const HEARTBEAT_MS = MINUTE;
/** For so long the server recognises a repeated start by its key. */
const KEY_MS = 2 * MINUTE;
/** For so long after a start it may not be known everywhere. */
const RACE_MS = MINUTE;
/** The server refuses a stop earlier in a treatment. */
const STOPPABLE_AFTER_MS = 5 * SECOND;

/** Two people of this world, and one who has no phone in it. */
export type Account = 'me' | 'you' | 'stranger';

/** A start that the server has accepted. */
export interface Start {
  readonly account: Account;
  /** The phone that asked for it. */
  readonly phone: string;
  readonly settings: TreatmentSettings;
  /** Counts the starts that the server has accepted for this device. */
  readonly nth: number;
  /** When the server accepted it. */
  readonly at: number;
}

/** What a device really did. Times are those of the world. */
export interface Run extends Start {
  readonly beganAt: number;
  endedAt?: number;
}

type Order = { readonly at: number } & ({ readonly kind: 'start'; readonly start: Start } | { readonly kind: 'stop' });

interface Report {
  readonly at: number;
  readonly state: DeviceState;
  readonly run?: Run;
}

/** What a kind of device cannot do. */
export interface Traits {
  /**
   * Whether it tells the minutes that it has run. `late`: it counts anew once the first minute is over, and tells those of
   * its last run until then.
   */
  readonly counts: 'anew' | 'late' | 'never';
  /** At rest it still says `on`, with no minutes left. */
  readonly restsByMinutes: boolean;
  /** It runs no longer than this. */
  readonly mostMinutes: number;
  /** Once it cannot be reached, its server says that it rests, until it reports again. */
  readonly isForgotten: boolean;
  /** So much older is what its server answers when it is asked than what the server was told, and has pushed at once; ms. */
  readonly recordLagMs: number;
}

export const PLAIN: Traits = {
  counts: 'anew',
  restsByMinutes: false,
  mostMinutes: Infinity,
  isForgotten: false,
  recordLagMs: 0,
};

/**
 * Whether the server recognises a repeated start by its key, or refuses to start a device that works; `none` recognises
 * keys, and takes every other start and every stop of anybody.
 */
export type StartRule = 'keys' | 'status' | 'none';

/** One device, and all that its server knows of it. */
export class Device {
  /** Every run there was; the last one goes on if it has no end. */
  readonly runs: Run[] = [];
  orders: Order[] = [];
  isConnected = true;
  /** When it was connected again last. */
  cameBackAt = -Infinity;
  /** For whom the server has said that it works, and until when. */
  readonly words: { readonly account: Account; readonly since: number; until: number }[] = [];
  /** For whom the server says that it works. */
  worksFor?: Account;
  /** What the server was told last. */
  record: Report;
  /** What it was told, the oldest first, and when. */
  private readonly heard: { readonly at: number; readonly report: Report }[] = [];
  private readonly late: Report[] = [];
  private isOnline = true;
  private changedAt: number;
  private disconnectedAt = -Infinity;
  private heardAt = -Infinity;
  private readonly all: Start[] = [];
  private lastStartAt = -Infinity;
  private readonly keys = new Map<string, number>();
  /** Called with what happens to the device, */
  onNote: (words: string) => void = () => {};
  /** when it reports, and when the server learns whether it is online. */
  onReport: () => void = () => {};
  onLine: () => void = () => {};

  constructor(
    readonly sno: string,
    private readonly rule: StartRule,
    readonly traits: Traits,
    now: number,
  ) {
    this.changedAt = now;
    this.record = { at: now, state: this.stateAt(now) };
    this.heard.push({ at: -Infinity, report: this.record });
  }

  /** The run that goes on. */
  get run(): Run | undefined {
    const last = this.runs.at(-1);
    return last && last.endedAt === undefined ? last : undefined;
  }

  /** The starts that are accepted and not taken up. */
  get awaited(): Start[] {
    return this.orders.flatMap((order) => (order.kind === 'start' ? [order.start] : []));
  }

  /** How many starts the server has accepted so far. */
  get starts(): number {
    return this.all.length;
  }

  /** The starts that the server has accepted after the nth. */
  accepted(nth: number): Start[] {
    return this.all.slice(nth);
  }

  get hasLateReports(): boolean {
    return this.late.length > 0;
  }

  /** What the device does is not what the server was told last. */
  get hasNews(): boolean {
    const isWordOld = this.awaited.length === 0 && this.worksFor !== this.run?.account;
    return this.isConnected && (this.record.run !== this.run || !this.isOnline || isWordOld);
  }

  // What the server says.

  statusFor(account: Account): DeviceStatus {
    if (!this.isOnline) return 'offline';
    if (this.worksFor === undefined) return 'free';
    return this.worksFor === account ? 'working' : 'used';
  }

  get online(): boolean {
    return this.isOnline;
  }

  /** What the server answers when it is asked for the device's state. */
  answerAt(now: number): DeviceState {
    const told = this.heard.findLast(({ at }) => at <= now - this.traits.recordLagMs);
    return (told?.report ?? this.record).state;
  }

  // What the server is asked to do.

  /** Returns whether the server accepts the start. */
  start(
    by: Pick<Start, 'account' | 'phone' | 'settings'>,
    key: string,
    now: number,
  ): 'accepted' | 'repeated' | 'refused' {
    const known = this.keys.get(key);
    if (this.rule !== 'status' && known !== undefined && now - known < KEY_MS) return 'repeated';
    const isBusy = this.record.run !== undefined;
    const isTaken = this.worksFor !== undefined && (this.rule === 'status' || this.worksFor !== by.account);
    // Two starts within seconds are a race that the server decides, also one that takes what it should refuse.
    const takesIt = this.rule === 'none' && now - (this.words.at(-1)?.since ?? -Infinity) > RACE_MS;
    if (!this.isOnline || ((isBusy || isTaken) && !takesIt)) return 'refused';
    this.keys.set(key, now);
    this.saysFor(by.account, now);
    this.lastStartAt = now;
    const start = { ...by, nth: this.all.length + 1, at: now };
    this.all.push(start);
    this.orders.push({ kind: 'start', at: now, start });
    return 'accepted';
  }

  stop(account: Account, now: number): 'accepted' | 'refused' {
    if (!this.isOnline || (this.rule !== 'none' && this.worksFor !== undefined && this.worksFor !== account))
      return 'refused';
    if (now - this.lastStartAt < STOPPABLE_AFTER_MS) return 'refused';
    this.orders.push({ kind: 'stop', at: now });
    return 'accepted';
  }

  // What the device does.

  takeUp(now: number): void {
    const order = this.orders.shift();
    if (!order) return;
    this.end(now);
    this.onNote(`takes up the ${order.kind}`);
    if (order.kind === 'start')
      this.runs.push({ ...order.start, settings: this.able(order.start.settings), beganAt: now });
    this.changedAt = now;
  }

  ignore(now: number): void {
    this.orders.shift();
    this.changedAt = now;
    this.onNote('loses a command');
  }

  /** Its treatment ends: its time is over, or somebody presses its key. */
  end(now: number): void {
    if (!this.run) return;
    this.onNote('ends its run');
    this.run.endedAt = now;
    this.changedAt = now;
  }

  disconnect(now: number): void {
    this.isConnected = false;
    this.disconnectedAt = now;
  }

  /** Its first message says how it is. */
  connect(now: number): void {
    this.isConnected = true;
    this.cameBackAt = now;
    this.report(now);
  }

  // What reaches the server.

  report(now: number): void {
    const wasOffline = !this.isOnline;
    this.isOnline = true;
    this.hear(this.measured(now), now);
    if (wasOffline) this.onLine();
    this.onReport();
  }

  /** The device reports, and the report is under way for a while. */
  reportLate(now: number): void {
    this.late.push(this.measured(now));
  }

  /** A late report replaces what the server knows, also if that is younger. It may come again. */
  hearLate(isRepeated: boolean, now: number): void {
    const report = isRepeated ? this.late[0] : this.late.shift();
    if (report) this.hear(report, now);
  }

  noticeOffline(now: number): void {
    this.isOnline = false;
    if (this.traits.isForgotten) this.forget(now);
    this.onLine();
  }

  private forget(now: number): void {
    this.onNote('is forgotten');
    this.keep({ at: now, state: { on: false } }, now);
    this.heardAt = now;
    this.saysFor(undefined, now);
  }

  /** Everything that is promised to happen until then has happened. */
  passUntil(now: number): void {
    for (;;) {
      const next = this.nextEvent();
      if (!next || next.at > now) return;
      next.happens(next.at);
    }
  }

  private nextEvent(): { at: number; happens: (at: number) => void } | undefined {
    const { run, orders, late, record, isConnected, isOnline } = this;
    const [order] = orders;
    const [report] = late;
    const events: { at: number; happens: (at: number) => void }[] = [];
    if (order)
      events.push({ at: order.at + TAKES_UP_MS, happens: (at) => (isConnected ? this.takeUp(at) : this.ignore(at)) });
    if (run) events.push({ at: run.beganAt + run.settings.workMinutes * MINUTE, happens: (at) => this.end(at) });
    if (report) events.push({ at: report.at + LATE_MS, happens: (at) => this.hearLate(false, at) });
    if (this.hasNews) events.push({ at: this.changedAt + REPORTS_MS, happens: (at) => this.report(at) });
    else if (run && isConnected) events.push({ at: record.at + HEARTBEAT_MS, happens: (at) => this.report(at) });
    if (!isConnected && isOnline)
      events.push({ at: this.disconnectedAt + NOTICES_MS, happens: (at) => this.noticeOffline(at) });
    return events.toSorted((one, other) => one.at - other.at)[0];
  }

  private hear(report: Report, now: number): void {
    this.keep(report, now);
    this.onNote(`is heard of: it ${report.run ? `runs for ${report.run.account}` : 'rests'}`);
    // The server keeps the order of what it was told, and a report of rest from before a start says nothing of it.
    if (report.at < this.heardAt) return;
    this.heardAt = report.at;
    if (report.run) this.saysFor(report.run.account, report.at);
    else if (this.awaited.length === 0) this.saysFor(undefined, report.at);
  }

  private keep(report: Report, at: number): void {
    this.record = report;
    this.heard.push({ at, report });
  }

  private measured(at: number): Report {
    return { at, run: this.run, state: this.stateAt(at) };
  }

  private saysFor(account: Account | undefined, at: number): void {
    if (account === this.worksFor) return;
    const last = this.words.at(-1);
    if (last && this.worksFor !== undefined) last.until = at;
    if (account !== undefined) this.words.push({ account, since: at, until: Infinity });
    this.worksFor = account;
  }

  /** What the device would report now. */
  stateAt(now: number): DeviceState {
    const { run, traits } = this;
    const last = this.runs.findLast(({ endedAt }) => endedAt !== undefined);
    const kept = traits.counts === 'late' && last ? minutesOf(last, last.endedAt) : undefined;
    if (!run) return { ...(traits.restsByMinutes ? { on: true, workMinutes: 0 } : { on: false }), usedMinutes: kept };
    const { function: therapy, workMinutes } = run.settings;
    const usedMinutes = traits.counts === 'never' ? undefined : minutesOf(run, now) || (kept ?? 0);
    return { on: true, function: therapy, auxiliary: 'none', workMinutes, usedMinutes };
  }

  private able(settings: TreatmentSettings): TreatmentSettings {
    return { ...settings, workMinutes: Math.min(settings.workMinutes, this.traits.mostMinutes) };
  }
}

function minutesOf({ beganAt }: Run, until = beganAt): number {
  return Math.floor((until - beganAt) / MINUTE);
}
