import type { Unsubscribe } from '../../ports/clock.ts';
import type { ChannelAddress, ChannelEvent, DeviceConnection } from '../../ports/device-channel.ts';
import { backOff } from './back-off.ts';
import { surfaceBug, type SessionReport, GizwitsSession } from './session.ts';
import { channelUrl } from './frames.ts';
import type { ChannelOptions, ChannelTimes, WebSocketLike } from './options.ts';

type ConnectionState = Extract<ChannelEvent, { kind: 'line' }>['state'];
type ConnectionOptions = Omit<ChannelOptions, 'times'> & { random: () => number; times: ChannelTimes };

/** In characters. */
const MAX_REASON_LENGTH = 200;

/**
 * The connection to one device. It reconnects until the caller closes it. While a login is overdue, a second session
 * runs in parallel; the first accepted login wins.
 */
export class GizwitsConnection implements DeviceConnection {
  private readonly sessions = new Set<GizwitsSession>();
  /** The newest session; undefined once a new session is scheduled. */
  private current?: GizwitsSession;
  private lastState?: ConnectionState;
  private closed = false;
  private autoSubscribe = false;
  private attempts = 0;
  /** How often in a row the server has accepted a login and ended the session before it told a state. */
  private hangUps = 0;
  private attemptStartedAt = 0;
  private retryTimer?: ReturnType<typeof setTimeout>;
  private readonly unsubscribePresence?: Unsubscribe;

  constructor(
    private readonly address: ChannelAddress,
    private readonly listener: (event: ChannelEvent) => void,
    private readonly options: ConnectionOptions,
  ) {
    this.unsubscribePresence = options.presence?.onChange(() => this.handlePresenceChange());
    queueMicrotask(() => {
      this.emitLine('connecting');
      this.connect();
    });
  }

  read(): void {
    this.current?.read();
  }

  close(): void {
    this.closed = true;
    this.closeSessions();
    clearTimeout(this.retryTimer);
    this.unsubscribePresence?.();
  }

  private closeSessions(except?: GizwitsSession): void {
    for (const session of this.sessions) if (session !== except) session.close();
    this.sessions.clear();
    if (except) this.sessions.add(except);
    this.current = except;
  }

  private connect(): void {
    if (this.closed || this.current) return;
    clearTimeout(this.retryTimer);
    this.attemptStartedAt = performance.now();
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
    void this.emit({
      kind: 'failure',
      failure: { step: 'connect', reason: 'refused', message: 'the address cannot be used' },
    });
    this.scheduleReconnect(0);
    this.emitLine('lost');
  }

  /** Returns undefined if the address is invalid or the platform refuses to open it. */
  private socket(): WebSocketLike | undefined {
    const { openSocket, secure } = this.options;
    const url = channelUrl(this.address, secure);
    if (url === undefined) return undefined;
    try {
      return openSocket(url);
    } catch (thrown) {
      surfaceBug(thrown);
      return undefined;
    }
  }

  private handleMessage(session: GizwitsSession, report: SessionReport): void {
    if (this.closed) return;
    switch (report.kind) {
      case 'line':
        return this.emitLine(report.state);
      case 'logged-in':
        this.closeOthers(session);
        break;
      case 'overdue':
        return this.replace(session, performance.now() - this.attemptStartedAt);
      case 'needs-auto-subscribe':
        this.autoSubscribe = true;
        return;
      case 'ended':
        return this.handleSessionEnd(session);
      case 'failure':
        return void this.emit({ kind: 'failure', failure: this.redact(report.failure) });
      case 'login-failed':
        this.close();
        return void this.emit(this.redact(report));
      case 'attributes':
      case 'online':
      case 'binding-changed':
      case 'pong':
        break;
    }
    void this.emit(report);
  }

  /** Removes the token from a server's message and shortens the message. */
  private redact<Details extends { code?: string; message?: string }>(details: Details): Details {
    const { token } = this.address;
    const short = (text: string | undefined) =>
      (token === '' ? text : text?.replaceAll(token, '[token]'))?.slice(0, MAX_REASON_LENGTH);
    return { ...details, code: short(details.code), message: short(details.message) };
  }

  /** The first accepted login wins; all other sessions are closed. */
  private closeOthers(session: GizwitsSession): void {
    clearTimeout(this.retryTimer);
    this.closeSessions(session);
  }

  private handleSessionEnd(session: GizwitsSession): void {
    this.sessions.delete(session);
    if (session.stable) this.attempts = 0;
    if (session.wasUseful) this.hangUps = 0;
    else if (session.wasLoggedIn) this.hangUps += 1;
    this.replace(session, this.lastState === 'open' ? 0 : performance.now() - this.attemptStartedAt);
    this.emitLine('lost');
  }

  /** Each session gets exactly one successor, when its login is overdue or when it ends. */
  private replace(session: GizwitsSession, spentMs: number): void {
    if (this.current !== session) return;
    this.current = undefined;
    this.scheduleReconnect(spentMs);
  }

  /**
   * The delay is measured from the start of the attempt, so time spent on a silent server counts towards it. The jitter of a
   * first attempt always remains, because all phones that connected at the same time also time out at the same time.
   */
  private scheduleReconnect(spentMs: number): void {
    const jitter = this.options.random();
    const delay = Math.max(
      backOff(0, () => jitter),
      backOff(this.attempts, () => jitter, this.hangUps) - spentMs,
    );
    this.attempts += 1;
    this.retryTimer = setTimeout(() => this.reconnect(), delay);
  }

  /** A hidden page does not reconnect; the presence event reconnects when the page is shown. */
  private reconnect(): void {
    if (this.isVisible()) this.connect();
  }

  private handlePresenceChange(): void {
    if (!this.isVisible() || this.lastState === undefined) return;
    if (this.current) return this.current.check();
    this.attempts = this.hangUps = 0;
    this.connect();
  }

  private isVisible(): boolean {
    return this.options.presence?.visible() ?? true;
  }

  /** What the listener throws becomes an unhandled rejection, so that it does not interrupt the protocol. */
  private async emit(event: ChannelEvent): Promise<void> {
    this.listener(event);
  }

  private emitLine(state: ConnectionState): void {
    if (this.closed || this.lastState === state) return;
    this.lastState = state;
    void this.emit({ kind: 'line', state });
  }
}
