import type { ChannelAddress, ChannelEvent } from '../ports/device-channel.ts';
import { loginFrame, pingFrame, readFrame, readRequestFrame, subscribeFrame } from './gizwits-frames.ts';
import type { ChannelTimes, WebSocketLike } from './gizwits-options.ts';
import type { Received } from './gizwits-received.ts';
import type { Sent } from './gizwits-sent.ts';
import { Heartbeat } from './heartbeat.ts';

type Timer = ReturnType<typeof setTimeout>;

/** `over`: this socket is of no more use; nothing is reported after it. */
export type SessionReport = ChannelEvent | { kind: 'over' };

const NOT_LOGGED_IN = 1003;
const UPSTREAM_LOST = 1009;
const NO_HEARTBEAT = 1011;

/** One socket, from its opening until it is of no more use. */
export class GizwitsSession {
  /** It stood a while: a server that hangs up after each login, or after each answer, never gets so far. */
  sound = false;
  private carriedNews = false;
  private loggedInAgain = false;
  private phase: 'connecting' | 'open' | 'over' = 'connecting';
  private limit?: Timer;
  private proof?: Timer;
  private readonly heartbeat: Heartbeat;

  constructor(
    private readonly socket: WebSocketLike,
    private readonly address: ChannelAddress,
    private readonly times: ChannelTimes,
    private readonly report: (report: SessionReport) => void,
  ) {
    this.heartbeat = new Heartbeat(times, () => this.send(pingFrame), () => this.end());
    this.limitLogin();
    socket.addEventListener('open', () => this.send(loginFrame(address)));
    socket.addEventListener('message', ({ data }) => this.hear(data));
    socket.addEventListener('close', () => this.end());
    socket.addEventListener('error', () => this.end());
  }

  read(): void {
    if (this.phase === 'open') this.send(readRequestFrame(this.address));
  }

  /** Asks at once whether the line is alive. */
  check(): void {
    if (this.phase === 'open') this.heartbeat.beat();
  }

  /** Ends it without a report. */
  close(): void {
    this.phase = 'over';
    this.heartbeat.stop();
    clearTimeout(this.limit);
    clearTimeout(this.proof);
    this.socket.close();
  }

  private hear(text: unknown): void {
    const frame = readFrame(text);
    if (!frame || this.phase === 'over') return;
    if (frame.cmd === 'login_res' && this.phase === 'connecting') this.loggedIn(frame.data.success);
    else if (frame.cmd === 's2c_invalid_msg') this.refused(Number(frame.data.error_code));
    else if (this.phase === 'open') this.carried(frame);
  }

  private loggedIn(success: boolean): void {
    if (!success) {
      this.close();
      this.report({ kind: 'login-failed' });
      return;
    }
    clearTimeout(this.limit);
    this.phase = 'open';
    this.heartbeat.start();
    this.proof = setTimeout(() => void (this.sound = true), this.times.soundMs);
    this.send(subscribeFrame(this.address));
    this.read();
    if (this.phase === 'open') this.report({ kind: 'line', state: 'open' });
  }

  private carried(frame: Received): void {
    const { did } = this.address;
    switch (frame.cmd) {
      case 'pong':
        this.sound = true;
        return this.heartbeat.heard();
      case 'subscribe_res':
        if (frame.data.failed?.some((one) => one.did === did)) this.end();
        return;
      case 's2c_noti':
        if (frame.data.did !== did) return;
        this.carriedNews = true;
        return this.report({ kind: 'attributes', attributes: frame.data.attrs });
      case 's2c_online_status':
        if (frame.data.did === did) this.report({ kind: 'online', online: frame.data.online });
    }
  }

  private refused(code: number): void {
    if (code === NO_HEARTBEAT) this.end();
    if ((code !== NOT_LOGGED_IN && code !== UPSTREAM_LOST) || this.phase !== 'open') return;
    if (this.sound || (this.carriedNews && !this.loggedInAgain)) this.logInAgain();
    else this.end();
  }

  private logInAgain(): void {
    this.phase = 'connecting';
    this.loggedInAgain = true;
    this.sound = false;
    this.carriedNews = false;
    this.heartbeat.stop();
    clearTimeout(this.proof);
    this.limitLogin();
    this.send(loginFrame(this.address));
    if (this.phase === 'connecting') this.report({ kind: 'line', state: 'lost' });
  }

  private limitLogin(): void {
    this.limit = setTimeout(() => this.end(), this.times.connectMs);
  }

  private send(frame: Sent): void {
    if (this.phase === 'over') return;
    try {
      this.socket.send(JSON.stringify(frame));
    } catch {
      this.end();
    }
  }

  private end(): void {
    if (this.phase === 'over') return;
    this.close();
    this.report({ kind: 'over' });
  }
}
