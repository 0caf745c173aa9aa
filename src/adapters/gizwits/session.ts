import type { ChannelAddress, ChannelEvent, ChannelFailure } from '../../ports/device-channel.ts';
import {
  ackFrame,
  loginFrame,
  pingFrame,
  readFrame,
  readRequestFrame,
  subscribeFrame,
  type Received,
  type Sent,
} from './frames.ts';
import type { ChannelTimes, WebSocketLike } from './options.ts';
import { GizwitsSubscription, type Refusal, refusalOf } from './subscription.ts';
import { Heartbeat } from './heartbeat.ts';

type Timer = ReturnType<typeof setTimeout>;
/** `step` defaults to the session's current step. */
type SessionFailure = Omit<ChannelFailure, 'step'> & { step?: ChannelFailure['step'] };

export type SessionReport =
  | Exclude<ChannelEvent, { kind: 'line' }>
  /** `lost`: the server has ended the subscription; the session renews it. */
  | { kind: 'line'; state: 'open' | 'lost' }
  /** The login response is late. It may still arrive. */
  | { kind: 'overdue' }
  /** The server ignores subscribe requests. The next login must request automatic subscription. */
  | { kind: 'needs-auto-subscribe' }
  /** The session has ended; this is its last report. */
  | { kind: 'ended' };

interface SessionOptions {
  times: ChannelTimes;
  random: () => number;
  /** The login requests automatic subscription. */
  autoSubscribe: boolean;
}

const NOT_LOGGED_IN = 1003;
const UPSTREAM_LOST = 1009;
const NO_HEARTBEAT = 1011;

/** The protocol over one socket, from connecting to the end of the socket. */
export class GizwitsSession {
  /** True once the session has lasted for `stableMs` or received a pong. A server that hangs up after each login or response never gets this far. */
  stable = false;
  /** If the server later refuses credentials that it accepted on this socket, the connection retries them over a new socket. */
  wasLoggedIn = false;
  private hasToldState = false;
  private step: ChannelFailure['step'] | 'ended' = 'connect';
  private receivedAttributes = false;
  /** The reads without an answer. Nothing tells an answer from a push, so each report counts as one while a read is open. */
  private openReads = 0;
  private loggedInAgain = false;
  private autoSubscribe: boolean;
  private stepTimer?: Timer;
  private overdueTimer?: Timer;
  private stableTimer?: Timer;
  private readonly heartbeat: Heartbeat;
  private readonly subscription: GizwitsSubscription;

  constructor(
    private readonly socket: WebSocketLike,
    private readonly address: ChannelAddress,
    private readonly options: SessionOptions,
    private readonly report: (report: SessionReport) => void,
  ) {
    const { times } = options;
    this.autoSubscribe = options.autoSubscribe;
    this.heartbeat = new Heartbeat(
      times,
      () => this.send(pingFrame),
      () => this.fail({ step: 'listen', reason: 'no-answer' }),
    );
    this.subscription = new GizwitsSubscription(address.did, options, {
      send: () => this.subscribe(),
      confirmed: () => this.handleConfirmed(),
      refused: (refusal) => this.handleSubscriptionRefused(refusal),
      unanswered: () => this.handleSubscriptionTimeout(),
    });
    this.stepTimer = setTimeout(() => this.fail({ reason: 'no-answer' }), times.openMs);
    this.overdueTimer = setTimeout(() => this.report({ kind: 'overdue' }), times.overdueMs);
    socket.addEventListener('open', () => this.handleOpen());
    socket.addEventListener('message', ({ data }) => this.handleMessage(data));
    socket.addEventListener('close', (event) => this.handleClose(event));
    socket.addEventListener('error', ({ message }) => this.fail({ reason: 'closed', message }));
  }

  /** True if the session was stable or told a state. */
  get wasUseful(): boolean {
    return this.stable || this.hasToldState;
  }

  read(): void {
    if (this.step !== 'subscribe' && this.step !== 'listen') return;
    this.openReads += 1;
    this.send(readRequestFrame(this.address));
  }

  /** Sends a ping immediately. */
  check(): void {
    if (this.step === 'subscribe' || this.step === 'listen') this.heartbeat.pingNow();
  }

  /** Ends the session without a report. */
  close(): void {
    this.step = 'ended';
    this.clearTimers();
    this.socket.close();
  }

  private clearTimers(): void {
    this.heartbeat.stop();
    this.subscription.stop();
    for (const timer of [this.stepTimer, this.overdueTimer, this.stableTimer]) clearTimeout(timer);
  }

  private handleOpen(): void {
    if (this.step !== 'connect') return;
    clearTimeout(this.stepTimer);
    this.logIn();
  }

  private logInAgain(): void {
    if (this.step === 'ended') return;
    this.clearTimers();
    this.stable = false;
    this.overdueTimer = setTimeout(() => this.report({ kind: 'overdue' }), this.options.times.overdueMs);
    this.logIn();
  }

  private logIn(): void {
    this.step = 'login';
    this.stepTimer = setTimeout(() => this.fail({ reason: 'no-answer' }), this.options.times.loginMs);
    this.send(loginFrame(this.address, this.autoSubscribe));
  }

  private handleMessage(text: unknown): void {
    if (this.step === 'ended' || !this.heartbeat.beat()) return;
    const frame = readFrame(text);
    if (!frame) return;
    if (frame.cmd === 'login_res') this.handleLoginResponse(frame.data);
    else if (frame.cmd === 's2c_invalid_msg') this.handleInvalidMessage(frame.data);
    else if (this.step === 'subscribe' || this.step === 'listen') this.handleDeviceFrame(frame);
  }

  private handleLoginResponse({ success, ...refusal }: Extract<Received, { cmd: 'login_res' }>['data']): void {
    if (this.step !== 'login') return;
    if (!success && this.wasLoggedIn) return this.fail({ reason: 'refused', ...refusalOf(refusal) });
    if (!success) {
      this.close();
      return this.report({ kind: 'login-failed', ...refusalOf(refusal) });
    }
    this.wasLoggedIn = true;
    this.clearTimers();
    this.step = 'subscribe';
    this.heartbeat.start();
    this.stableTimer = setTimeout(() => void (this.stable = true), this.options.times.stableMs);
    this.report({ kind: 'logged-in' });
    if (this.step !== 'subscribe') return;
    this.subscription.start({ byServer: this.autoSubscribe });
    if (this.autoSubscribe) this.read();
  }

  private subscribe(): void {
    this.send(subscribeFrame(this.address));
    if (this.autoSubscribe) this.read();
  }

  private handleDeviceFrame(frame: Received): void {
    const { did } = this.address;
    switch (frame.cmd) {
      case 'pong':
        this.stable = true;
        return this.handlePong();
      case 'subscribe_res':
        return this.subscription.handleResponse(frame.data);
      case 's2c_noti':
        if (frame.data.did !== did) return;
        if (frame.req_sn !== undefined) this.send(ackFrame(this.address, frame.req_sn));
        this.receivedAttributes = true;
        this.subscription.handleDeviceReport();
        return this.handleAttributes(frame.data.attrs);
      case 's2c_online_status':
        if (frame.data.did !== did) return;
        this.subscription.handleDeviceReport();
        return this.report({ kind: 'online', online: frame.data.online });
      case 's2c_binding_changed':
        if (frame.data.did === did) this.report({ kind: 'binding-changed' });
        return;
      case 'login_res':
      case 's2c_invalid_msg':
      case 's2c_ack':
        return;
    }
  }

  private handleAttributes(attributes: Record<string, unknown>): void {
    this.hasToldState = true;
    const mayAnswerRead = this.openReads > 0 || undefined;
    this.openReads = Math.max(0, this.openReads - 1);
    this.report({ kind: 'attributes', attributes, mayAnswerRead });
  }

  private handlePong(): void {
    const ms = this.heartbeat.handlePong();
    if (ms !== undefined) this.report({ kind: 'pong', ms });
  }

  private handleConfirmed(): void {
    if (this.step !== 'subscribe') return;
    this.step = 'listen';
    if (!this.autoSubscribe) this.read();
    if (this.step === 'listen') this.report({ kind: 'line', state: 'open' });
  }

  private handleSubscriptionRefused(refusal: Refusal): void {
    const wasOpen = this.step === 'listen';
    if (wasOpen) this.step = 'subscribe';
    this.reportFailure({ reason: 'refused', ...refusal });
    if (wasOpen) this.report({ kind: 'line', state: 'lost' });
  }

  private handleSubscriptionTimeout(): void {
    this.reportFailure({ reason: 'no-answer' });
    if (this.autoSubscribe || this.step !== 'subscribe') return;
    this.autoSubscribe = true;
    this.report({ kind: 'needs-auto-subscribe' });
    this.logInAgain();
  }

  private handleInvalidMessage(data: Extract<Received, { cmd: 's2c_invalid_msg' }>['data']): void {
    const refusal = typeof data === 'string' ? { message: data } : refusalOf(data);
    const failure: SessionFailure = { reason: this.step === 'login' ? 'error' : 'refused', ...refusal };
    const code = Number(refusal.code);
    if (code === NO_HEARTBEAT) return this.fail(failure);
    if (code === NOT_LOGGED_IN || code === UPSTREAM_LOST) return this.handleLoggedOut(failure);
    this.reportFailure(failure);
  }

  /** Ignores the refusal during a login, whose own response decides. Ends a session that has received no attributes since its last login. */
  private handleLoggedOut(failure: SessionFailure): void {
    if (this.step === 'login' || this.step === 'connect') return this.reportFailure(failure);
    if (!this.stable && (!this.receivedAttributes || this.loggedInAgain)) return this.fail(failure);
    this.loggedInAgain = true;
    this.receivedAttributes = false;
    this.reportFailure(failure);
    this.report({ kind: 'line', state: 'lost' });
    this.logInAgain();
  }

  private send(frame: Sent): void {
    if (this.step === 'ended') return;
    const text = JSON.stringify(frame);
    try {
      this.socket.send(text);
    } catch (thrown) {
      surfaceBug(thrown);
      this.fail({ reason: 'closed' });
    }
  }

  private handleClose({ code, reason }: { code?: number; reason?: string }): void {
    this.fail({ reason: 'closed', code: code === undefined ? undefined : String(code), message: reason || undefined });
  }

  private reportFailure(failure: SessionFailure): void {
    if (this.step !== 'ended') this.report({ kind: 'failure', failure: { step: this.step, ...failure } });
  }

  private fail(failure: SessionFailure): void {
    if (this.step === 'ended') return;
    this.reportFailure(failure);
    this.close();
    this.report({ kind: 'ended' });
  }
}

/**
 * Rethrows an error outside of its caller, who goes on, unless the platform threw it: it becomes an unhandled rejection,
 * which the page reports and with which the command line ends.
 */
export function surfaceBug(thrown: unknown): void {
  if (thrown instanceof TypeError || thrown instanceof ReferenceError) void Promise.reject(thrown);
}
