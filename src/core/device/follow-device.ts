import type { Clock, Off } from '../../ports/clock.ts';
import type { ChannelEvent, DeviceChannel, DeviceLine } from '../../ports/device-channel.ts';
import type { Cloud } from '../cloud/cloud.ts';
import { Problem } from '../problem.ts';
import { MINUTE, SECOND } from '../time.ts';
import { enterPage, getDetail, readLatest, stateOfAttributes } from './api.ts';
import { afterReport, type DeviceState } from './device-state.ts';

const POLL_EVERY = 10 * SECOND;
const READ_EVERY = MINUTE;

/** What is known of a device, and how well. */
export interface DeviceSnapshot {
  state: DeviceState;
  /** Undefined until somebody has said. */
  online?: boolean;
  /** When the state was last told, epoch ms. */
  seenAt?: number;
  /** When the minutes treated were last told, epoch ms. */
  countedAt?: number;
  /** `live`: pushed as it changes. `polling`: asked for each 10 s. `lost`: it was live, and the line is being rebuilt. */
  line: 'connecting' | 'live' | 'polling' | 'lost';
  /** The channel refused its credentials. */
  loginFailed: boolean;
  /** What the last question to the server met, if it failed. */
  problem?: Problem;
}

export interface Following {
  /** Asks for everything at once: the page is shown again, or somebody wants to know. */
  refresh(): void;
  stop: Off;
}

/** Keeps a device in view: pushed over its channel, asked for all the while. */
export class FollowDevice {
  constructor(
    private readonly cloud: Cloud,
    private readonly channel: DeviceChannel,
    private readonly clock: Clock,
  ) {}

  /** Tells every change until stopped, or until the server says that the session has ended: nobody can ask any more. `known` is what has been said already. */
  follow(sno: string, onChange: (snapshot: DeviceSnapshot) => void, known: DeviceState = {}): Following {
    const watch = new Watch(sno, this.cloud, this.channel, this.clock, onChange, known);
    watch.start();
    return { refresh: () => watch.refresh(), stop: () => watch.stop() };
  }

  /** Asks once. Rejects with the Problem of the question. */
  async look(sno: string): Promise<DeviceSnapshot> {
    const [{ online }, state] = await Promise.all([this.cloud.call(getDetail, { sno }), this.cloud.call(readLatest, { sno })]);
    const now = this.clock.now();
    return { state, online, seenAt: now, countedAt: now, line: 'polling', loginFailed: false };
  }
}

class Watch {
  private snapshot: DeviceSnapshot;
  private line?: DeviceLine;
  /** Where the line leads, as one text. */
  private leadsTo?: string;
  private polledAt?: number;
  private polls = 0;
  private stopped = false;
  private supplies = 0;
  private refusals = 0;
  private readonly pushes = { state: 0, online: 0 };
  private offs: Off[] = [];

  constructor(
    private readonly sno: string,
    private readonly cloud: Cloud,
    private readonly channel: DeviceChannel,
    private readonly clock: Clock,
    private readonly onChange: (snapshot: DeviceSnapshot) => void,
    known: DeviceState,
  ) {
    this.snapshot = { state: known, line: 'connecting', loginFailed: false };
  }

  start(): void {
    this.offs = [
      this.clock.every(POLL_EVERY, () => void this.poll()),
      this.clock.every(READ_EVERY, () => this.readOrConnect()),
    ];
    void this.poll();
    void this.connect();
  }

  /** A question that is under way for longer than a moment may have got lost while the page slept. */
  refresh(): void {
    if (this.polledAt === undefined || this.clock.now() - this.polledAt >= SECOND) void this.poll({ anew: true });
    this.readOrConnect();
  }

  /** Without a line that stands, its supply is asked for anew: the device may be reached elsewhere by now. */
  private readOrConnect(): void {
    if (this.line && this.snapshot.line !== 'lost') this.line.read();
    else void this.connect();
  }

  stop(): void {
    this.stopped = true;
    for (const off of this.offs) off();
    this.line?.close();
  }

  private tell(change: Partial<DeviceSnapshot>): void {
    if (this.stopped) return;
    this.snapshot = { ...this.snapshot, ...change };
    this.onChange(this.snapshot);
  }

  private async connect(): Promise<void> {
    const supply = ++this.supplies;
    try {
      const address = await this.cloud.call(enterPage, { sno: this.sno });
      if (this.stopped || supply !== this.supplies || (this.line && this.leadsTo === JSON.stringify(address))) return;
      this.line?.close();
      this.leadsTo = JSON.stringify(address);
      this.line = this.channel.open(address, (event) => this.hear(event));
    } catch {
      if (!this.line) this.tell({ line: 'polling' });
    }
  }

  private hear(event: ChannelEvent): void {
    switch (event.kind) {
      case 'line':
        if (event.state !== 'open') return this.tell({ line: this.snapshot.line === 'lost' ? 'lost' : event.state });
        this.refusals = 0;
        return this.tell({ line: 'live', loginFailed: false });
      case 'online':
        this.pushes.online += 1;
        return this.tell({ online: event.online });
      case 'login-failed':
        this.line?.close();
        this.line = undefined;
        this.refusals += 1;
        if (this.refusals === 1) return void this.connect();
        return this.tell({ line: 'polling', loginFailed: true });
      case 'attributes':
        this.pushes.state += 1;
        return this.tell(this.after(stateOfAttributes(event.attributes), this.clock.now()));
    }
  }

  /** A report that tells nothing makes what is known no younger. */
  private after(report: DeviceState, at: number): Partial<DeviceSnapshot> {
    const counted = report.usedMinutes === undefined ? {} : { countedAt: at };
    const tells = Object.values(report).some((value) => value !== undefined);
    const { seenAt = at } = this.snapshot;
    return { state: afterReport(this.snapshot.state, report), seenAt: tells ? at : seenAt, ...counted };
  }

  /** What was pushed since the question was sent is newer than its answer, and so is the answer to a later question. */
  private async poll({ anew = false } = {}): Promise<void> {
    if ((this.polledAt !== undefined && !anew) || this.stopped) return;
    const sentAt = this.clock.now();
    const poll = ++this.polls;
    this.polledAt = sentAt;
    const before = { ...this.pushes };
    const [detail, latest] = await Promise.allSettled([
      this.cloud.call(getDetail, { sno: this.sno }),
      this.cloud.call(readLatest, { sno: this.sno }),
    ]);
    if (poll !== this.polls) return;
    this.polledAt = undefined;
    const failed = detail.status === 'rejected' ? detail : latest.status === 'rejected' ? latest : undefined;
    const problem = failed && Problem.of(failed.reason);
    this.tell({
      ...(detail.status === 'fulfilled' && before.online === this.pushes.online ? { online: detail.value.online } : {}),
      ...(latest.status === 'fulfilled' && before.state === this.pushes.state ? this.after(latest.value, sentAt) : {}),
      problem,
    });
    if (problem?.endsTheSession) this.stop();
  }
}
