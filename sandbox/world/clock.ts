/** The world's time: the real one, moved on by whatever was asked for. */
export class WorldClock {
  private moved = 0;

  /** Epoch ms. */
  now(): number {
    return Date.now() + this.moved;
  }

  /** How far it is ahead of the real time; ms. */
  get ahead(): number {
    return this.moved;
  }

  advance(ms: number): void {
    this.moved += ms;
  }
}
