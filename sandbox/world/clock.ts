/** The world's time: the real one, moved on by whatever was asked for. */
export class WorldClock {
  private ahead = 0;

  /** Epoch ms. */
  now(): number {
    return Date.now() + this.ahead;
  }

  advance(ms: number): void {
    this.ahead += ms;
  }
}
