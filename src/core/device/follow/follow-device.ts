import type { Clock, Correction, Unsubscribe } from '../../../ports/clock.ts';
import type { ChannelEvent, ChannelFailure, DeviceChannel } from '../../../ports/device-channel.ts';
import type { Reporter } from '../../../ports/reporter.ts';
import type { ApiClient } from '../../api/api-client.ts';
import type { Problem } from '../../problem.ts';
import { withInstants } from '../../basics/instants.ts';
import { reportOutcome, reportProblem } from '../../basics/report-problem.ts';
import { MINUTE, SECOND } from '../../basics/time.ts';
import { getDetail, readLatest, stateOfAttributes } from '../api.ts';
import { ChannelConnection, type LiveFailure } from './channel-connection.ts';
import { afterReport, rests, runsBy, type DeviceState } from '../device-state.ts';
import { afterPush, afterRecord, outweighs, type PushedWord } from './pushed-word.ts';

const POLL_INTERVAL_MS = 10 * SECOND;
const READ_INTERVAL_MS = MINUTE;
/** The answers of a poll under way on a suspended page are old, or of different times: none counts, and both are asked again. */
const TOO_LATE_MS = MINUTE;

/** Known state of a device, and the quality of that knowledge. */
export interface DeviceSnapshot {
  state: DeviceState;
  /** The device's name, if the server has told it. */
  name?: string;
  /** Undefined until reported. */
  online?: boolean;
  /** When the state was last reported, epoch ms. A record that does not say whether the device runs does not count. */
  seenAt?: number;
  /** The server or the device has responded, even if with an empty state. */
  answered?: boolean;
  /** When the channel told last that the device was given to the user or taken from them, epoch ms. */
  bindingChangedAt?: number;
  /** When the treated minutes were last reported, epoch ms. */
  countedAt?: number;
  /** When the device pushed last whether it runs; epoch ms. */
  pushedAt?: number;
  /** Whether the device runs according to the server's last record, which may be older than what is known. */
  recordRuns?: boolean;
  /** `live`: changes are pushed. `polling`: requested every 10 s. `lost`: the connection is down and reconnects. */
  line: 'connecting' | 'live' | 'polling' | 'lost';
  /** The channel refused its credentials. */
  loginFailed: boolean;
  /** Why live updates are not available now. The connection retries by itself. */
  liveFailure?: LiveFailure;
  /** Problem of the last request, if it failed. */
  problem?: Problem;
}

export interface Following {
  /** Requests the whole state at once, for example when the page is shown again. */
  refresh(): void;
  stop: Unsubscribe;
}

/** Follows a device's state: pushes over its channel, and polls in parallel. */
export class FollowDevice {
  constructor(
    private readonly api: ApiClient,
    private readonly channel: DeviceChannel,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
  ) {}

  /** Calls `onChange` after every change, until stopped or until the server reports that the session has ended. */
  follow(sno: string, onChange: (snapshot: DeviceSnapshot) => void): Following {
    const watcher = new DeviceWatcher(sno, this.api, this.channel, this.clock, this.reporter, onChange);
    watcher.start();
    return { refresh: () => watcher.refresh(), stop: () => watcher.stop() };
  }

  /** Reads the device once. Rejects with the Problem of the request. */
  async look(sno: string): Promise<DeviceSnapshot> {
    const [{ name, online }, state] = await Promise.all([
      this.api.call(getDetail, { sno }),
      this.api.call(readLatest, { sno }),
    ]);
    const now = this.clock.now();
    const seenAt = hasDeviceValue(state) ? now : undefined;
    const countedAt = state.usedMinutes === undefined ? undefined : now;
    const recordRuns = runsBy(state);
    return { state, name, online, seenAt, countedAt, recordRuns, answered: true, line: 'polling', loginFailed: false };
  }
}

/**
 * True if a report contains a value of the device that can be read. The remaining uses do not count, because only the server knows them.
 */
export function hasDeviceValue(report: DeviceState): boolean {
  const values = { ...report, unreadable: undefined, remainingUses: undefined };
  return Object.values(values).some((value) => value !== undefined);
}

/** A push tells what has changed. A record is whole, so one that does not say whether the device runs is no news of a run. */
function saysWhetherItRuns(record: DeviceState): boolean {
  return runsBy(record) !== undefined;
}

/** True if each value of the device in the report is the one that is known. */
function isSameReport(report: DeviceState, known: DeviceState): boolean {
  const values = Object.entries({ ...report, unreadable: undefined, remainingUses: undefined });
  return values.every(([name, value]) => value === undefined || value === known[name as keyof DeviceState]);
}

class DeviceWatcher {
  private snapshot: DeviceSnapshot;
  private readonly connection: ChannelConnection;
  private polledAt?: number;
  private polls = 0;
  private stopped = false;
  private word: PushedWord = {};
  /** The last polled record was of rest, and the server did not say whether the device can be reached, so both are asked again. */
  private isRestUnsure = false;
  private lastFailure: Pick<DeviceSnapshot, 'liveFailure'> & { line?: 'polling' } = {};
  /** Since when the line is lost; epoch ms. */
  private lostAt?: number;
  private readonly pushes = { state: 0, online: 0 };
  /** The channel told last whether the device is online. Once it is lost, nothing shows whether that still holds. */
  private isOnlinePushed = false;
  private unsubscribes: Unsubscribe[] = [];
  /** The schema of a report. */
  private readonly report: typeof readLatest.answer;

  constructor(
    private readonly sno: string,
    private readonly api: ApiClient,
    channel: DeviceChannel,
    private readonly clock: Clock,
    private readonly reporter: Reporter,
    private readonly onChange: (snapshot: DeviceSnapshot) => void,
  ) {
    this.connection = new ChannelConnection(
      sno,
      { api, channel, clock, reporter },
      {
        onEvent: (event) => this.handleEvent(event),
        onFailure: (liveFailure) =>
          this.emit({
            ...this.withoutChannel(),
            line: 'polling',
            liveFailure,
            ...(liveFailure.step === 'login' ? { loginFailed: true } : {}),
          }),
      },
    );
    this.snapshot = { state: {}, line: 'connecting', loginFailed: false };
    this.report = api.answerOf(readLatest);
  }

  start(): void {
    this.unsubscribes = [
      this.clock.every(POLL_INTERVAL_MS, () => void this.poll()),
      this.clock.every(READ_INTERVAL_MS, () => this.readOrConnect()),
      this.clock.onCorrection((correct) => this.correct(correct)),
    ];
    void this.poll();
    void this.connection.open();
  }

  /**
   * Refreshes the state. It replaces a request older than a second, which may have been lost while the page was
   * suspended.
   */
  refresh(): void {
    if (this.polledAt === undefined || this.clock.now() - this.polledAt >= SECOND) void this.poll({ anew: true });
    this.readOrConnect();
  }

  /**
   * Requests the state over the connection. Without a connection, it requests the address again, because the device may
   * have moved to another address.
   */
  private readOrConnect(): void {
    const mayBeConnected = this.snapshot.line === 'live' || this.snapshot.line === 'connecting';
    if (!mayBeConnected || !this.connection.read()) void this.connection.open();
  }

  stop(): void {
    this.stopped = true;
    for (const unsubscribe of this.unsubscribes) unsubscribe();
    this.connection.close();
  }

  private correct(correct: Correction): void {
    this.snapshot = withInstants(this.snapshot, correct);
    this.polledAt = withInstants(this.polledAt, correct);
    this.word = withInstants(this.word, correct);
    this.lostAt = withInstants(this.lostAt, correct);
  }

  private emit(change: Partial<DeviceSnapshot>): void {
    if (this.stopped) return;
    this.snapshot = { ...this.snapshot, ...change };
    this.onChange(this.snapshot);
  }

  private handleEvent(event: Exclude<ChannelEvent, { kind: 'login-failed' }>): void {
    switch (event.kind) {
      case 'logged-in':
      case 'pong':
        return;
      case 'line':
        return this.onLineState(event.state);
      case 'failure':
        return this.failed(event.failure);
      case 'online':
        this.pushes.online += 1;
        this.isOnlinePushed = true;
        return this.emit({ online: event.online });
      case 'binding-changed':
        // The channel pushes nothing of a run of the next user.
        this.word = {};
        this.emit({ bindingChangedAt: this.clock.now(), pushedAt: undefined });
        void this.poll({ anew: true });
        return this.readOrConnect();
      case 'attributes':
        this.pushes.state += 1;
        return this.pushed(stateOfAttributes(event.attributes, this.report), event.mayAnswerRead !== true);
    }
  }

  /** A device that was pushed offline and reports by itself is online again. */
  private pushed(report: DeviceState, isOwn: boolean): void {
    const now = this.clock.now();
    const before = this.snapshot.state;
    const merged = this.merge(report, now, hasDeviceValue(report));
    // A cloud may answer a read with an old rest.
    const isRecord = !isOwn && rests(merged.state);
    if (isRecord && this.isOutweighed(merged.state, this.snapshot.online)) return void this.poll({ anew: true });
    this.word = isRecord
      ? afterRecord(this.word, merged.state)
      : afterPush(this.word, { before, after: merged.state, saysIfItRuns: saysWhetherItRuns(report) }, now);
    const isBack = isOwn && this.isOnlinePushed;
    this.emit({ ...merged, pushedAt: this.word.pushedAt, ...(isBack ? { online: true } : {}) });
  }

  private onLineState(state: Extract<ChannelEvent, { kind: 'line' }>['state']): void {
    this.reportLine(state);
    if (state === 'open') {
      this.lastFailure = {};
      return this.emit({ line: 'live', loginFailed: false, liveFailure: undefined });
    }
    const isLost = state === 'lost' && this.snapshot.line !== 'polling';
    const change = { ...this.withoutChannel(), ...(isLost ? { line: 'lost' as const, ...this.lastFailure } : {}) };
    if (Object.keys(change).length > 0) this.emit(change);
  }

  /** What is not known any more without the channel: the device may have returned, or have gone, since it was told. */
  private withoutChannel(): Partial<DeviceSnapshot> {
    const wasPushed = this.isOnlinePushed;
    this.isOnlinePushed = false;
    return wasPushed ? { online: undefined } : {};
  }

  /** Reports a line that was live and is lost, and how long it took to return. */
  private reportLine(state: Extract<ChannelEvent, { kind: 'line' }>['state']): void {
    const now = this.clock.now();
    if (state === 'lost' && this.snapshot.line === 'live') {
      this.lostAt = now;
      reportOutcome(this.reporter, 'line-lost');
    }
    if (state === 'open' && this.lostAt !== undefined) {
      reportOutcome(this.reporter, 'line-restored', now - this.lostAt);
      this.lostAt = undefined;
    }
  }

  /**
   * Keeps `live` if the connection stays open despite the failure. If the failure closes the connection, the next event
   * reports that.
   */
  private failed(failure: ChannelFailure): void {
    this.lastFailure = { liveFailure: failure, ...(failure.step === 'subscribe' ? { line: 'polling' as const } : {}) };
    if (this.snapshot.line !== 'live') this.emit(this.lastFailure);
  }

  /** What the server's record tells. That of an offline device is its past, and no younger for being read again. */
  private recorded(record: DeviceState, at: number, online: boolean | undefined): Partial<DeviceSnapshot> {
    const merged = this.merge(record, at, saysWhetherItRuns(record));
    if (online !== false || !isSameReport(record, this.snapshot.state)) return merged;
    const { seenAt, countedAt } = this.snapshot;
    return { ...merged, seenAt, countedAt };
  }

  /** Merges a report. `isNews`: it tells what the device does, so that it updates `seenAt`. */
  private merge(
    report: DeviceState,
    at: number,
    isNews: boolean,
  ): Partial<DeviceSnapshot> & Pick<DeviceSnapshot, 'state'> {
    const seen = isNews ? { seenAt: at } : {};
    const counted = report.usedMinutes === undefined ? {} : { countedAt: at };
    return { state: afterReport(this.snapshot.state, report), answered: true, ...seen, ...counted };
  }

  /** Accepts the response's online state unless it is missing or a push after the request contradicts it. */
  private onlineBy(
    { online }: { online?: boolean },
    before: { state: number; online: number },
  ): Partial<DeviceSnapshot> {
    const isOutdated = before.online !== this.pushes.online || (online === false && before.state !== this.pushes.state);
    if (online === undefined || isOutdated) return {};
    this.isOnlinePushed = false;
    return { online };
  }

  private isOutweighed(record: DeviceState, online: boolean | undefined): boolean {
    const { state, line } = this.snapshot;
    return outweighs(this.word, record, { state, isLive: line === 'live', online }, this.clock.now());
  }

  /** A server may forget the run of a device that it cannot reach. */
  private isUnsure(record: DeviceState, detail: PromiseSettledResult<unknown>): boolean {
    this.isRestUnsure = !this.isRestUnsure && rests(record) && detail.status === 'rejected';
    return this.isRestUnsure;
  }

  /** Polls the API. A push after the request is newer than its response, and so is the response to a later request. */
  private async poll({ anew = false } = {}): Promise<void> {
    if ((this.polledAt !== undefined && !anew) || this.stopped) return;
    const poll = ++this.polls;
    this.polledAt = this.clock.now();
    const before = { ...this.pushes };
    const [detail, latest] = await Promise.allSettled([
      this.api.call(getDetail, { sno: this.sno }),
      this.api.call(readLatest, { sno: this.sno }),
    ]);
    if (poll !== this.polls) return;
    const sentAt = this.polledAt;
    this.polledAt = undefined;
    const isLate = this.clock.now() - sentAt >= TOO_LATE_MS;
    const problems = [detail, latest].flatMap((each) =>
      each.status === 'rejected' ? [reportProblem(this.reporter, each.reason)] : [],
    );
    const problem = problems.find(({ code }) => code === 'internal') ?? problems[0];
    this.emit({ ...(isLate ? {} : this.takenFrom(detail, latest, before, sentAt)), problem });
    if (problem?.endsTheSession) this.stop();
    else if (isLate) void this.poll();
  }

  /** What the answers of a poll say. `before`: how many pushes there were when it was sent. */
  private takenFrom(
    detail: PromiseSettledResult<{ name?: string; online?: boolean }>,
    latest: PromiseSettledResult<DeviceState>,
    before: { state: number; online: number },
    sentAt: number,
  ): Partial<DeviceSnapshot> {
    const connection = detail.status === 'fulfilled' ? this.onlineBy(detail.value, before) : {};
    const named = detail.status === 'fulfilled' && detail.value.name !== undefined ? { name: detail.value.name } : {};
    if (latest.status === 'rejected') return { ...connection, ...named };
    const record = latest.value;
    const { online } = { ...this.snapshot, ...connection };
    const isYounger = before.state === this.pushes.state && !this.isOutweighed(record, online);
    const counts = isYounger && !this.isUnsure(record, detail);
    if (counts) this.word = afterRecord(this.word, record);
    return {
      ...connection,
      ...named,
      recordRuns: runsBy(record),
      ...(counts ? this.recorded(record, sentAt, online) : {}),
    };
  }
}
