type Timer = ReturnType<typeof setTimeout>;

export interface HeartbeatTimes {
  /** Interval between two pings, ms. */
  pingEveryMs: number;
  /** Timeout for each pong, ms. */
  pongMs: number;
}

/** The timers of a page fire at least once a minute, also while it is hidden, unless it is suspended. */
const SUSPENDED_AFTER_MS = 120_000;

/** Pings a connection at an interval and reports a missing pong. Starting it again restarts the interval. */
export class Heartbeat {
  private interval?: Timer;
  /** By the clock of the machine, because the steady clock of some phones stands still in a sleep; epoch ms. */
  private beatAt = 0;
  private pongTimer?: Timer;
  private pingedAt = 0;

  constructor(
    private readonly times: HeartbeatTimes,
    private readonly ping: () => void,
    private readonly dead: () => void,
  ) {}

  start(): void {
    this.stop();
    this.beatAt = Date.now();
    this.interval = setInterval(() => this.pingNow(), this.times.pingEveryMs);
  }

  /**
   * Notes that the page is awake. False, and the connection is reported as dead, if the page was suspended: what has arrived
   * meanwhile tells nothing of now.
   */
  beat(): boolean {
    if (this.interval === undefined) return true;
    const now = Date.now();
    const wasSuspended = now - this.beatAt > SUSPENDED_AFTER_MS;
    this.beatAt = now;
    if (wasSuspended) this.dead();
    return !wasSuspended;
  }

  /** Pings immediately, unless a pong is still outstanding. */
  pingNow(): void {
    if (!this.beat() || this.pongTimer !== undefined) return;
    this.pongTimer = setTimeout(this.dead, this.times.pongMs);
    this.pingedAt = performance.now();
    this.ping();
  }

  /** Returns the round trip, ms; undefined without an outstanding ping. */
  handlePong(): number | undefined {
    const ms = this.pongTimer === undefined ? undefined : Math.round(performance.now() - this.pingedAt);
    clearTimeout(this.pongTimer);
    this.pongTimer = undefined;
    return ms;
  }

  stop(): void {
    clearInterval(this.interval);
    this.interval = undefined;
    this.handlePong();
  }
}
