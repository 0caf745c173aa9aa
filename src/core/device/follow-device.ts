import type { Clock, Unsubscribe } from '../../ports/clock.ts';
import type { ChannelEvent, ChannelFailure, DeviceChannel } from '../../ports/device-channel.ts';
import type { Reporter } from '../../ports/reporter.ts';
import type { ApiClient } from '../api/api-client.ts';
import { Problem } from '../problem.ts';
import { MINUTE, SECOND } from '../time.ts';
import { getDetail, readLatest, stateOfAttributes } from './api.ts';
import { ChannelConnection, type LiveFailure } from './channel-connection.ts';
import { afterReport, type DeviceState } from './device-state.ts';

const POLL_INTERVAL_MS = 10 * SECOND;
const READ_INTERVAL_MS = MINUTE;

/** What is known of a device, and how well. */
export interface DeviceSnapshot {
  state: DeviceState;
  /** Undefined until somebody has said. */
  online?: boolean;
  /** When the state was last told, epoch ms; an answer without any of it tells nothing. */
  seenAt?: number;
  /** The server or the device has answered what the state is, be it without a word. */
  answered?: boolean;
  /** When the minutes treated were last told, epoch ms. */
  countedAt?: number;
  /** `live`: pushed as it changes. `polling`: asked for each 10 s. `lost`: the line is down and being rebuilt. */
  line: 'connecting' | 'live' | 'polling' | 'lost';
  /** The channel refused its credentials. */
  loginFailed: boolean;
  /** Why it is not live now; it is tried again by itself. */
  liveFailure?: LiveFailure;
  /** What the last question to the server met, if it failed. */
  problem?: Problem;
}

export interface Following {
  /** Asks for everything at once: the page is shown again, or somebody wants to know. */
  refresh(): void;
  stop: Unsubscribe;
}

/** Keeps a device in view: pushed over its channel, asked for all the while. */
export class FollowDevice {
  constructor(
    private readonly api: ApiClient,
    private readonly channel: DeviceChannel,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /** Tells every change until stopped, or until the server says that the session has ended: nobody can ask any more. `known` is what has been said already. */
  follow(sno: string, onChange: (snapshot: DeviceSnapshot) => void, known: DeviceState = {}): Following {
    const watch = new DeviceWatcher(sno, this.api, this.channel, this.clock, this.reporter, onChange, known);
    watch.start();
    return { refresh: () => watch.refresh(), stop: () => watch.stop() };
  }

  /** Asks once. Rejects with the Problem of the question. */
  async look(sno: string): Promise<DeviceSnapshot> {
    const [{ online }, state] = await Promise.all([
      this.api.call(getDetail, { sno }),
      this.api.call(readLatest, { sno }),
    ]);
    const now = this.clock.now();
    const seenAt = saysSomething(state) ? now : undefined;
    return { state, online, seenAt, countedAt: seenAt, answered: true, line: 'polling', loginFailed: false };
  }
}

/** Whether a device has said anything; the uses left are known to the server alone. */
function saysSomething(state: DeviceState): boolean {
  return Object.entries(state).some(([name, value]) => name !== 'remainingUses' && value !== undefined);
}

class DeviceWatcher {
  private snapshot: DeviceSnapshot;
  private readonly connection: ChannelConnection;
  private polledAt?: number;
  private polls = 0;
  private stopped = false;
  private lastFailure: Pick<DeviceSnapshot, 'liveFailure'> & { line?: 'polling' } = {};
  private readonly pushes = { state: 0, online: 0 };
  private offs: Unsubscribe[] = [];

  constructor(
    private readonly sno: string,
    private readonly api: ApiClient,
    channel: DeviceChannel,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
    private readonly onChange: (snapshot: DeviceSnapshot) => void,
    known: DeviceState,
  ) {
    this.connection = new ChannelConnection(
      sno,
      { api, channel, clock, reporter },
      {
        happened: (event) => this.handleEvent(event),
        failed: (liveFailure) =>
          this.emit({ line: 'polling', liveFailure, ...(liveFailure.step === 'login' ? { loginFailed: true } : {}) }),
      },
    );
    this.snapshot = { state: known, line: 'connecting', loginFailed: false };
  }

  start(): void {
    this.offs = [
      this.clock.every(POLL_INTERVAL_MS, () => void this.poll()),
      this.clock.every(READ_INTERVAL_MS, () => this.readOrConnect()),
    ];
    void this.poll();
    void this.connection.open();
  }

  /** A question that is under way for longer than a moment may have got lost while the page slept. */
  refresh(): void {
    if (this.polledAt === undefined || this.clock.now() - this.polledAt >= SECOND) void this.poll({ anew: true });
    this.readOrConnect();
  }

  /** Without a line that stands, its supply is asked for anew: the device may be reached elsewhere by now. */
  private readOrConnect(): void {
    const mayStand = this.snapshot.line === 'live' || this.snapshot.line === 'connecting';
    if (!mayStand || !this.connection.read()) void this.connection.open();
  }

  stop(): void {
    this.stopped = true;
    for (const off of this.offs) off();
    this.connection.close();
  }

  private emit(change: Partial<DeviceSnapshot>): void {
    if (this.stopped) return;
    this.snapshot = { ...this.snapshot, ...change };
    this.onChange(this.snapshot);
  }

  private handleEvent(event: Exclude<ChannelEvent, { kind: 'login-failed' }>): void {
    switch (event.kind) {
      case 'logged-in':
        return;
      case 'line':
        return this.lineIs(event.state);
      case 'failure':
        return this.failed(event.failure);
      case 'online':
        this.pushes.online += 1;
        return this.emit({ online: event.online });
      case 'attributes':
        this.pushes.state += 1;
        return this.emit(this.after(stateOfAttributes(event.attributes), this.clock.now()));
    }
  }

  private lineIs(state: Extract<ChannelEvent, { kind: 'line' }>['state']): void {
    if (state === 'open') {
      this.lastFailure = {};
      this.emit({ line: 'live', loginFailed: false, liveFailure: undefined });
    } else if (state === 'lost' && this.snapshot.line !== 'polling') this.emit({ line: 'lost', ...this.lastFailure });
  }

  /** A line that stays open despite a failure is live; one that is lost for it says so next. */
  private failed(failure: ChannelFailure): void {
    this.lastFailure = { liveFailure: failure, ...(failure.step === 'subscribe' ? { line: 'polling' as const } : {}) };
    if (this.snapshot.line !== 'live') this.emit(this.lastFailure);
  }

  /** A report that tells nothing makes what is known no younger. */
  private after(report: DeviceState, at: number): Partial<DeviceSnapshot> {
    const seen = saysSomething(report) ? { seenAt: at } : {};
    const counted = report.usedMinutes === undefined ? {} : { countedAt: at };
    return { state: afterReport(this.snapshot.state, report), answered: true, ...seen, ...counted };
  }

  /** What a device has told meanwhile it did not tell while it was offline; an answer that does not say leaves what is known. */
  private onlineBy(
    { online }: { online?: boolean },
    before: { state: number; online: number },
  ): Partial<DeviceSnapshot> {
    const isOutdated = before.online !== this.pushes.online || (online === false && before.state !== this.pushes.state);
    return online === undefined || isOutdated ? {} : { online };
  }

  /** What was pushed since the question was sent is newer than its answer, and so is the answer to a later question. */
  private async poll({ anew = false } = {}): Promise<void> {
    if ((this.polledAt !== undefined && !anew) || this.stopped) return;
    const sentAt = this.clock.now();
    const poll = ++this.polls;
    this.polledAt = sentAt;
    const before = { ...this.pushes };
    const [detail, latest] = await Promise.allSettled([
      this.api.call(getDetail, { sno: this.sno }),
      this.api.call(readLatest, { sno: this.sno }),
    ]);
    if (poll !== this.polls) return;
    this.polledAt = undefined;
    const failed = detail.status === 'rejected' ? detail : latest.status === 'rejected' ? latest : undefined;
    const problem = failed && Problem.of(failed.reason);
    if (problem?.code === 'internal') this.reporter.report(problem);
    this.emit({
      ...(detail.status === 'fulfilled' ? this.onlineBy(detail.value, before) : {}),
      ...(latest.status === 'fulfilled' && before.state === this.pushes.state ? this.after(latest.value, sentAt) : {}),
      problem,
    });
    if (problem?.endsTheSession) this.stop();
  }
}
