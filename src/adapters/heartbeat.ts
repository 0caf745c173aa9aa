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
    this.ping();
  }

  handlePong(): void {
    clearTimeout(this.pongTimer);
    this.pongTimer = undefined;
  }

  stop(): void {
    clearInterval(this.interval);
    this.handlePong();
  }
}
