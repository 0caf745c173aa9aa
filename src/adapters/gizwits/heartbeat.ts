type Timer = ReturnType<typeof setTimeout>;

export interface HeartbeatTimes {
  /** Interval between two pings, ms. */
  pingEveryMs: number;
  /** Timeout for each pong, ms. */
  pongMs: number;
}

/** Pings a connection at an interval and reports a missing pong. Starting it again restarts the interval. */
export class Heartbeat {
  private interval?: Timer;
  private pongTimer?: Timer;
  private pingedAt = 0;

  constructor(
    private readonly times: HeartbeatTimes,
    private readonly ping: () => void,
    private readonly dead: () => void,
  ) {}

  start(): void {
    this.stop();
    this.interval = setInterval(() => this.pingNow(), this.times.pingEveryMs);
  }

  /** Pings immediately, unless a pong is still outstanding. */
  pingNow(): void {
    if (this.pongTimer !== undefined) return;
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
    this.handlePong();
  }
}
