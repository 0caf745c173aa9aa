import { createHash } from 'node:crypto';

/** Draws whatever looks accidental, the same for the same seed and name. */
export class Seed {
  constructor(readonly value: string) {}

  hex(name: string, length: number): string {
    return createHash('sha256').update(`${this.value}/${name}`).digest('hex').slice(0, length);
  }

  /** A number from 0 up to, not including, `limit`. */
  below(name: string, limit: number): number {
    return Number.parseInt(this.hex(name, 12), 16) % limit;
  }

  digits(name: string, length: number): string {
    return Array.from({ length }, (_, index) => this.below(`${name}/${index}`, 10)).join('');
  }
}
