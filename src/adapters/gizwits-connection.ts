import type { Unsubscribe } from '../ports/clock.ts';
import type { ChannelAddress, ChannelEvent, DeviceConnection } from '../ports/device-channel.ts';
import { backOff } from './back-off.ts';
import { channelUrl } from './gizwits-frames.ts';
import type { ChannelOptions, ChannelTimes, WebSocketLike } from './gizwits-options.ts';
import type { SessionReport } from './gizwits-session.ts';
import { GizwitsSession } from './gizwits-session.ts';

type ConnectionState = Extract<ChannelEvent, { kind: 'line' }>['state'];
type ConnectionOptions = Omit<ChannelOptions, 'times'> & { random: () => number; times: ChannelTimes };

/** In letters. */
const MAX_REASON_LENGTH = 200;

/** One device's line: a session, those that are tried beside one whose login is overdue, or the wait for the next, until it is closed. */
export class GizwitsConnection implements DeviceConnection {
  private readonly sessions = new Set<GizwitsSession>();
  /** The newest session; none once another is due. */
  private current?: GizwitsSession;
  private told?: ConnectionState;
  private closed = false;
  private autoSubscribe = false;
  private tries = 0;
  private triedAt = 0;
  private retry?: ReturnType<typeof setTimeout>;
  private readonly offPresence?: Unsubscribe;

  constructor(
    private readonly address: ChannelAddress,
    private readonly onEvent: (event: ChannelEvent) => void,
    private readonly options: ConnectionOptions,
  ) {
    this.offPresence = options.presence?.onChange(() => this.comeBack());
    queueMicrotask(() => {
      this.emit('connecting');
      this.connect();
    });
  }

  read(): void {
    this.current?.read();
  }

  close(): void {
    this.closed = true;
    this.closeSessions();
    clearTimeout(this.retry);
    this.offPresence?.();
  }

  private closeSessions(except?: GizwitsSession): void {
    for (const session of this.sessions) if (session !== except) session.close();
    this.sessions.clear();
    if (except) this.sessions.add(except);
    this.current = except;
  }

  private connect(): void {
    if (this.closed || this.current) return;
    clearTimeout(this.retry);
    this.triedAt = performance.now();
    const { times, random } = this.options;
    const socket = this.socket();
    if (socket) {
      const session: GizwitsSession = new GizwitsSession(
        socket,
        this.address,
        { times, random, autoSubscribe: this.autoSubscribe },
        (report) => this.handleMessage(session, report),
      );
      this.sessions.add(session);
      this.current = session;
      return;
    }
    this.onEvent({
      kind: 'failure',
      failure: { step: 'connect', reason: 'refused', message: 'the address cannot be used' },
    });
    this.tryLater(0);
    this.emit('lost');
  }

  /** Undefined where the address is none, or where the platform refuses to open it. */
  private socket(): WebSocketLike | undefined {
    const { openSocket, secure } = this.options;
    const url = channelUrl(this.address, secure);
    if (url === undefined) return undefined;
    try {
      return openSocket(url);
    } catch {
      return undefined;
    }
  }

  private handleMessage(session: GizwitsSession, report: SessionReport): void {
    if (this.closed) return;
    switch (report.kind) {
      case 'line':
        return this.emit(report.state);
      case 'logged-in':
        this.keepOnly(session);
        break;
      case 'overdue':
        return this.replace(session, performance.now() - this.triedAt);
      case 'needs-auto-subscribe':
        this.autoSubscribe = true;
        return;
      case 'over':
        return this.lose(session);
      case 'failure':
        return this.onEvent({ kind: 'failure', failure: this.readable(report.failure) });
      case 'login-failed':
        this.close();
        return this.onEvent(this.readable(report));
    }
    this.onEvent(report);
  }

  /** A server's words may be long, and may repeat the token. */
  private readable<Of extends { code?: string; message?: string }>(told: Of): Of {
    const { token } = this.address;
    const short = (text: string | undefined) =>
      (token === '' ? text : text?.replaceAll(token, '[token]'))?.slice(0, MAX_REASON_LENGTH);
    return { ...told, code: short(told.code), message: short(told.message) };
  }

  /** Of several logins the first that is taken counts. */
  private keepOnly(session: GizwitsSession): void {
    clearTimeout(this.retry);
    this.closeSessions(session);
  }

  private lose(session: GizwitsSession): void {
    this.sessions.delete(session);
    if (session.sound) this.tries = 0;
    this.replace(session, this.told === 'open' ? 0 : performance.now() - this.triedAt);
    this.emit('lost');
  }

  /** Each session is followed by one other, when its login is overdue or when it ends. */
  private replace(session: GizwitsSession, spentMs: number): void {
    if (this.current !== session) return;
    this.current = undefined;
    this.tryLater(spentMs);
  }

  /**
   * The wait counts from the try's beginning: what was spent on a server that never answered is waited already, but for the
   * scatter of a first try, since whoever tried at the same time is done waiting at the same time.
   */
  private tryLater(spentMs: number): void {
    const chance = this.options.random();
    const delay = Math.max(
      backOff(0, () => chance),
      backOff(this.tries, () => chance) - spentMs,
    );
    this.tries += 1;
    this.retry = setTimeout(() => this.tryAgain(), delay);
  }

  /** While nobody looks the try is left to whoever comes back. */
  private tryAgain(): void {
    if (this.isLookedAt()) this.connect();
  }

  private comeBack(): void {
    if (!this.isLookedAt() || this.told === undefined) return;
    if (this.current) return this.current.check();
    this.tries = 0;
    this.connect();
  }

  private isLookedAt(): boolean {
    return this.options.presence?.visible() ?? true;
  }

  private emit(state: ConnectionState): void {
    if (this.closed || this.told === state) return;
    this.told = state;
    this.onEvent({ kind: 'line', state });
  }
}
