import { createHash } from 'node:crypto';

/** A source of pseudo-random values that returns the same value for the same seed and name. */
export class Seed {
  constructor(readonly value: string) {}

  hex(name: string, length: number): string {
    return createHash('sha256').update(`${this.value}/${name}`).digest('hex').slice(0, length);
  }

  /** A whole number from 0 to below `limit`. */
  below(name: string, limit: number): number {
    return Number.parseInt(this.hex(name, 12), 16) % limit;
  }

  digits(name: string, length: number): string {
    return Array.from({ length }, (_, index) => this.below(`${name}/${index}`, 10)).join('');
  }
}
