/** The world's time: the real time plus the requested advance. */
export class WorldClock {
  private moved = 0;

  /** Epoch ms. */
  now(): number {
    return Date.now() + this.moved;
  }

  /** The advance over the real time, in ms. */
  get ahead(): number {
    return this.moved;
  }

  advance(ms: number): void {
    this.moved += ms;
  }
}
