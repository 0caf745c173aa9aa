type Timer = ReturnType<typeof setTimeout>;

export interface HeartbeatTimes {
  /** Between two pings. */
  pingEveryMs: number;
  /** How long a pong may take. */
  pongMs: number;
}

/** Asks a line at intervals whether it is alive; one at a time, however often it is started. */
export class Heartbeat {
  private interval?: Timer;
  private missing?: Timer;

  constructor(
    private readonly times: HeartbeatTimes,
    private readonly ping: () => void,
    private readonly dead: () => void,
  ) {}

  start(): void {
    this.stop();
    this.interval = setInterval(() => this.beat(), this.times.pingEveryMs);
  }

  /** Asks now; a question that is still open is not asked twice. */
  beat(): void {
    if (this.missing !== undefined) return;
    this.missing = setTimeout(this.dead, this.times.pongMs);
    this.ping();
  }

  /** The answer came. */
  heard(): void {
    clearTimeout(this.missing);
    this.missing = undefined;
  }

  stop(): void {
    clearInterval(this.interval);
    this.heard();
  }
}
