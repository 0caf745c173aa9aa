import type { Off } from '../ports/clock.ts';
import type { ChannelAddress, ChannelEvent, DeviceLine } from '../ports/device-channel.ts';
import { backOff } from './back-off.ts';
import { channelUrl } from './gizwits-frames.ts';
import type { ChannelOptions, ChannelTimes } from './gizwits-options.ts';
import type { SessionReport } from './gizwits-session.ts';
import { GizwitsSession } from './gizwits-session.ts';

type LineState = 'connecting' | 'open' | 'lost';
type LineOptions = Omit<ChannelOptions, 'times'> & { random: () => number; times: ChannelTimes };

/** One device's line: a session, or the wait for the next one, until it is closed. */
export class GizwitsLine implements DeviceLine {
  private session?: GizwitsSession;
  private told?: LineState;
  private closed = false;
  private tries = 0;
  private triedAt = 0;
  private retry?: ReturnType<typeof setTimeout>;
  private readonly offPresence?: Off;

  constructor(
    private readonly address: ChannelAddress,
    private readonly onEvent: (event: ChannelEvent) => void,
    private readonly options: LineOptions,
  ) {
    this.offPresence = options.presence?.onChange(() => this.comeBack());
    queueMicrotask(() => {
      this.tell('connecting');
      this.connect();
    });
  }

  read(): void {
    this.session?.read();
  }

  close(): void {
    this.closed = true;
    this.session?.close();
    this.session = undefined;
    clearTimeout(this.retry);
    this.offPresence?.();
  }

  private connect(): void {
    if (this.closed || this.session) return;
    clearTimeout(this.retry);
    this.triedAt = performance.now();
    const url = channelUrl(this.address, this.options.secure);
    try {
      if (url === undefined) throw new TypeError('the device channel has no usable address');
      const socket = this.options.openSocket(url);
      this.session = new GizwitsSession(socket, this.address, this.options.times, (report) => this.hear(report));
    } catch {
      this.lose(0);
    }
  }

  private hear(report: SessionReport): void {
    if (report.kind === 'line') this.tell(report.state);
    else if (report.kind === 'over') this.lose(this.told === 'open' ? 0 : performance.now() - this.triedAt);
    else {
      if (report.kind === 'login-failed') this.close();
      this.onEvent(report);
    }
  }

  /**
   * The wait counts from the try's beginning: what was spent on a server that never answered is waited already, but for the
   * scatter of a first try, since whoever tried at the same time is done waiting at the same time.
   */
  private lose(spentMs: number): void {
    if (this.session?.sound) this.tries = 0;
    this.session = undefined;
    const chance = this.options.random();
    const delay = Math.max(backOff(0, () => chance), backOff(this.tries, () => chance) - spentMs);
    this.tries += 1;
    this.retry = setTimeout(() => this.tryAgain(), delay);
    this.tell('lost');
  }

  /** While nobody looks the try is left to whoever comes back. */
  private tryAgain(): void {
    if (this.isLookedAt()) this.connect();
  }

  private comeBack(): void {
    if (!this.isLookedAt() || this.told === undefined) return;
    if (this.session) return this.session.check();
    this.tries = 0;
    this.connect();
  }

  private isLookedAt(): boolean {
    return this.options.presence?.visible() ?? true;
  }

  private tell(state: LineState): void {
    if (this.closed || this.told === state) return;
    this.told = state;
    this.onEvent({ kind: 'line', state });
  }
}
