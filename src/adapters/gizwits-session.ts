import type { ChannelAddress, ChannelEvent, ChannelFailure } from '../ports/device-channel.ts';
import { ackFrame, loginFrame, pingFrame, readFrame, readRequestFrame, subscribeFrame } from './gizwits-frames.ts';
import type { ChannelTimes, WebSocketLike } from './gizwits-options.ts';
import type { Received } from './gizwits-received.ts';
import type { Sent } from './gizwits-sent.ts';
import { GizwitsSubscription, type Refusal, refusalOf } from './gizwits-subscription.ts';
import { Heartbeat } from './heartbeat.ts';

type Timer = ReturnType<typeof setTimeout>;
/** Of the step that is being done, unless it names another. */
type Failure = Omit<ChannelFailure, 'step'> & { step?: ChannelFailure['step'] };

export type SessionReport =
  | Exclude<ChannelEvent, { kind: 'line' }>
  /** `lost`: the server does not tell of the device any more, and is asked again. */
  | { kind: 'line'; state: 'open' | 'lost' }
  /** The login is not answered yet; it still may be. */
  | { kind: 'overdue' }
  /** The server leaves subscriptions unanswered: it has to subscribe by itself. */
  | { kind: 'needs-auto-subscribe' }
  /** This socket is of no more use; nothing is reported after it. */
  | { kind: 'over' };

interface SessionOptions {
  times: ChannelTimes;
  random: () => number;
  /** The server is asked to subscribe by itself. */
  autoSubscribe: boolean;
}

const NOT_LOGGED_IN = 1003;
const UPSTREAM_LOST = 1009;
const NO_HEARTBEAT = 1011;

/** One socket, from its opening until it is of no more use. */
export class GizwitsSession {
  /** It stood a while: a server that hangs up after each login, or after each answer, never gets so far. */
  sound = false;
  private step: ChannelFailure['step'] | 'over' = 'connect';
  private carriedNews = false;
  /** Credentials that were taken here once are tried over a new connection before they are given up. */
  private wasLoggedIn = false;
  private loggedInAgain = false;
  private autoSubscribe: boolean;
  private limit?: Timer;
  private overdue?: Timer;
  private proof?: Timer;
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
      ask: () => this.subscribe(),
      confirmed: () => this.confirmed(),
      refused: (refusal) => this.subscriptionRefused(refusal),
      unanswered: () => this.unanswered(),
    });
    this.limit = setTimeout(() => this.fail({ reason: 'no-answer' }), times.openMs);
    this.overdue = setTimeout(() => this.report({ kind: 'overdue' }), times.overdueMs);
    socket.addEventListener('open', () => this.opened());
    socket.addEventListener('message', ({ data }) => this.handleMessage(data));
    socket.addEventListener('close', (event) => this.closed(event));
    socket.addEventListener('error', ({ message }) => this.fail({ reason: 'closed', message }));
  }

  read(): void {
    if (this.step === 'subscribe' || this.step === 'listen') this.send(readRequestFrame(this.address));
  }

  /** Asks at once whether the line is alive. */
  check(): void {
    if (this.step === 'subscribe' || this.step === 'listen') this.heartbeat.beat();
  }

  /** Ends it without a report. */
  close(): void {
    this.step = 'over';
    this.rest();
    this.socket.close();
  }

  private rest(): void {
    this.heartbeat.stop();
    this.subscription.stop();
    for (const timer of [this.limit, this.overdue, this.proof]) clearTimeout(timer);
  }

  private opened(): void {
    if (this.step !== 'connect') return;
    clearTimeout(this.limit);
    this.logIn();
  }

  private logInAgain(): void {
    if (this.step === 'over') return;
    this.rest();
    this.sound = false;
    this.overdue = setTimeout(() => this.report({ kind: 'overdue' }), this.options.times.overdueMs);
    this.logIn();
  }

  private logIn(): void {
    this.step = 'login';
    this.limit = setTimeout(() => this.fail({ reason: 'no-answer' }), this.options.times.loginMs);
    this.send(loginFrame(this.address, this.autoSubscribe));
  }

  private handleMessage(text: unknown): void {
    const frame = readFrame(text);
    if (!frame || this.step === 'over') return;
    if (frame.cmd === 'login_res') this.loginAnswered(frame.data);
    else if (frame.cmd === 's2c_invalid_msg') this.refused(frame.data);
    else if (this.step === 'subscribe' || this.step === 'listen') this.carried(frame);
  }

  private loginAnswered({ success, ...refusal }: Extract<Received, { cmd: 'login_res' }>['data']): void {
    if (this.step !== 'login') return;
    if (!success && this.wasLoggedIn) return this.fail({ reason: 'refused', ...refusalOf(refusal) });
    if (!success) {
      this.close();
      return this.report({ kind: 'login-failed', ...refusalOf(refusal) });
    }
    this.wasLoggedIn = true;
    this.rest();
    this.step = 'subscribe';
    this.heartbeat.start();
    this.proof = setTimeout(() => void (this.sound = true), this.options.times.soundMs);
    this.report({ kind: 'logged-in' });
    if (this.step !== 'subscribe') return;
    this.subscription.start({ byServer: this.autoSubscribe });
    if (this.autoSubscribe) this.read();
  }

  private subscribe(): void {
    this.send(subscribeFrame(this.address));
    if (this.autoSubscribe) this.read();
  }

  private carried(frame: Received): void {
    const { did } = this.address;
    switch (frame.cmd) {
      case 'pong':
        this.sound = true;
        return this.heartbeat.heard();
      case 'subscribe_res':
        return this.subscription.answered(frame.data);
      case 's2c_noti':
        if (frame.data.did !== did) return;
        if (frame.req_sn !== undefined) this.send(ackFrame(this.address, frame.req_sn));
        this.carriedNews = true;
        this.subscription.heardOfDevice();
        return this.report({ kind: 'attributes', attributes: frame.data.attrs });
      case 's2c_online_status':
        if (frame.data.did !== did) return;
        this.subscription.heardOfDevice();
        this.report({ kind: 'online', online: frame.data.online });
    }
  }

  private confirmed(): void {
    if (this.step !== 'subscribe') return;
    this.step = 'listen';
    if (!this.autoSubscribe) this.read();
    if (this.step === 'listen') this.report({ kind: 'line', state: 'open' });
  }

  private subscriptionRefused(refusal: Refusal): void {
    const wasOpen = this.step === 'listen';
    if (wasOpen) this.step = 'subscribe';
    this.emit({ reason: 'refused', ...refusal });
    if (wasOpen) this.report({ kind: 'line', state: 'lost' });
  }

  private unanswered(): void {
    this.emit({ reason: 'no-answer' });
    if (this.autoSubscribe || this.step !== 'subscribe') return;
    this.autoSubscribe = true;
    this.report({ kind: 'needs-auto-subscribe' });
    this.logInAgain();
  }

  private refused(data: Extract<Received, { cmd: 's2c_invalid_msg' }>['data']): void {
    const refusal = typeof data === 'string' ? { message: data } : refusalOf(data);
    const code = Number(refusal.code);
    if (code === NO_HEARTBEAT) return this.fail({ reason: 'refused', ...refusal });
    if (code === NOT_LOGGED_IN || code === UPSTREAM_LOST) return this.loggedOut(refusal);
    this.emit({ reason: 'refused', ...refusal });
  }

  /** While a login is under way its answer is waited for; a line that carried nothing since it was logged in last is given up. */
  private loggedOut(refusal: Refusal): void {
    if (this.step === 'login' || this.step === 'connect') return this.emit({ reason: 'refused', ...refusal });
    if (!this.sound && (!this.carriedNews || this.loggedInAgain)) return this.fail({ reason: 'refused', ...refusal });
    this.loggedInAgain = true;
    this.carriedNews = false;
    this.emit({ reason: 'refused', ...refusal });
    this.report({ kind: 'line', state: 'lost' });
    this.logInAgain();
  }

  private send(frame: Sent): void {
    if (this.step === 'over') return;
    const text = JSON.stringify(frame);
    try {
      this.socket.send(text);
    } catch {
      this.fail({ reason: 'closed' });
    }
  }

  private closed({ code, reason }: { code?: number; reason?: string }): void {
    this.fail({ reason: 'closed', code: code === undefined ? undefined : String(code), message: reason || undefined });
  }

  private emit(failure: Failure): void {
    if (this.step !== 'over') this.report({ kind: 'failure', failure: { step: this.step, ...failure } });
  }

  private fail(failure: Failure): void {
    if (this.step === 'over') return;
    this.emit(failure);
    this.close();
    this.report({ kind: 'over' });
  }
}
