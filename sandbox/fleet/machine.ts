import type { WorldClock } from '../world/clock.ts';
import type { Habits } from '../world/habits.ts';
import { MINUTE } from '../world/units.ts';

/** A device's data points, under the names of the wire. */
export interface Attributes {
  OnOff: number;
  Function: number;
  SubFunction: number;
  Voltage: number;
  Freq: number;
  Wave: number;
  Grade: number;
  WortTime: number;
  UseTime: number;
}

export type Settings = Partial<Omit<Attributes, 'OnOff' | 'UseTime'>>;

/** What happened to a device. `started` and `written` carry the settings of the command. */
export interface MachineEvent {
  at: number;
  what: 'started' | 'written' | 'stopped' | 'ended' | 'online' | 'offline';
  settings?: Settings;
}

const EVENTS_KEPT = 20;

type ReportListener = (attributes: Attributes) => void;
type ConnectionListener = (online: boolean) => void;
type Unsubscribe = () => void;

const AT_REST: Attributes = {
  OnOff: 0,
  Function: 1,
  SubFunction: 0,
  Voltage: 3,
  Freq: 1,
  Wave: 1,
  Grade: 1,
  WortTime: 30,
  UseTime: 0,
};
const UNSET = { Function: 0, SubFunction: 0, Voltage: 0, Freq: 0, Wave: 0, Grade: 1, WortTime: AT_REST.WortTime };

/** A simulated device. It counts its minutes by the world's clock and stops by itself. While it is online and not silent, it reports all data points after each change. */
export class Machine {
  private actual: Attributes = { ...AT_REST };
  private reported: Attributes = { ...AT_REST };
  private stored: { at: number; attributes: Attributes };
  private startedAt?: number;
  private isSilent = false;
  private readonly events: MachineEvent[] = [];
  private readonly reportListeners = new Set<ReportListener>();
  private readonly connectionListeners = new Set<ConnectionListener>();

  constructor(
    readonly sno: string,
    private readonly clock: WorldClock,
    private readonly habits: Habits,
    private isOnline = true,
  ) {
    this.stored = { at: clock.now(), attributes: this.reported };
  }

  lastReport(): Attributes {
    return { ...this.reported };
  }

  /** What the server has stored of the reports: the last one, or the one of the last minute. */
  polled(): Attributes {
    return this.habits.reportsByTheMinute ? { ...this.stored.attributes } : this.lastReport();
  }

  /** The data points of the device itself, which differ from the last report while it is offline or silent. */
  actually(): Attributes {
    return { ...this.actual };
  }

  /** What happened to the device, newest first. */
  get log(): readonly MachineEvent[] {
    return this.events;
  }

  get online(): boolean {
    return this.isOnline;
  }

  /** True if the device takes commands and never reports. */
  get silent(): boolean {
    return this.isSilent;
  }

  onReport(listener: ReportListener): Unsubscribe {
    this.reportListeners.add(listener);
    return () => this.reportListeners.delete(listener);
  }

  onConnection(listener: ConnectionListener): Unsubscribe {
    this.connectionListeners.add(listener);
    return () => this.connectionListeners.delete(listener);
  }

  /** `usedMinutes`: the minutes for which it has run already. */
  start(settings: Settings, usedMinutes = 0): void {
    this.record('started', settings);
    this.startedAt = this.clock.now() - usedMinutes * MINUTE;
    // The quantum energy chamber has no function.
    const before = this.habits.keepsSettings
      ? { ...this.actual, ...(settings.SubFunction === 2 && { Function: 0 }) }
      : UNSET;
    this.actual = { ...before, ...settings, OnOff: 1, UseTime: usedMinutes };
    this.tick();
  }

  stop(): void {
    this.tick();
    this.record('stopped');
    this.startedAt = undefined;
    this.actual = { ...this.actual, ...this.atRest() };
    this.report();
  }

  /** Writes data points directly. OnOff 1 starts the device, and 0 stops it. */
  write({ OnOff, UseTime: _counted, ...settings }: Partial<Attributes>): void {
    this.actual = { ...this.actual, ...settings };
    if (OnOff === 1 && this.startedAt === undefined) this.start(this.actual);
    else if (OnOff === 0) this.stop();
    else {
      this.record('written', settings);
      this.tick();
      this.report();
    }
  }

  /** Brings the device up to the current time. */
  tick(): void {
    this.store();
    if (this.startedAt === undefined) return;
    const { WortTime } = this.actual;
    const minutes = Math.floor((this.clock.now() - this.startedAt) / MINUTE);
    const over = minutes >= WortTime;
    this.actual = { ...this.actual, UseTime: Math.min(minutes, WortTime), OnOff: 1 };
    if (over) {
      this.actual = { ...this.actual, ...this.atRest() };
      this.startedAt = undefined;
      this.record('ended');
    }
    this.report();
  }

  setOnline(online: boolean): void {
    if (online === this.isOnline) return;
    this.isOnline = online;
    this.record(online ? 'online' : 'offline');
    for (const listener of this.connectionListeners) listener(online);
    this.tick();
    this.report();
  }

  setSilent(silent: boolean): void {
    this.isSilent = silent;
    this.tick();
    this.report();
  }

  private atRest(): Partial<Attributes> {
    return this.habits.resetsMinutes ? { OnOff: 0, WortTime: 0, UseTime: 0 } : { OnOff: 0 };
  }

  private store(): void {
    const now = this.clock.now();
    if (now - this.stored.at >= MINUTE) this.stored = { at: now, attributes: this.reported };
  }

  private record(what: MachineEvent['what'], settings?: Settings): void {
    this.events.unshift({ at: this.clock.now(), what, ...(settings && { settings: { ...settings } }) });
    this.events.splice(EVENTS_KEPT);
  }

  private report(): void {
    if (!this.isOnline || this.isSilent) return;
    const names = Object.keys(this.actual) as (keyof Attributes)[];
    if (names.every((name) => this.actual[name] === this.reported[name])) return;
    this.reported = { ...this.actual };
    for (const listener of this.reportListeners) listener(this.lastReport());
  }
}
