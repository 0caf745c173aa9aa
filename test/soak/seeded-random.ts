/** A reproducible random generator: the same seed gives the same numbers. */
export class SeededRandom {
  constructor(private state: number) {}

  /** A number in [0, 1), by mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer in [0, end). */
  integerBelow(end: number): number {
    return Math.floor(this.next() * end);
  }

  occurs(chance: number): boolean {
    return this.next() < chance;
  }

  pick<Item>(items: readonly [Item, ...Item[]]): Item {
    return items[this.integerBelow(items.length)] ?? items[0];
  }
}
