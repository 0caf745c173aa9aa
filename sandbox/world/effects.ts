import type { WorldClock } from './clock.ts';

export interface EffectCounts {
  ordersCreated: number;
  prepays: number;
  charges: number;
  starts: number;
  stops: number;
  usesDeducted: number;
  shares: number;
}

export interface Happening {
  at: number;
  what: keyof EffectCounts;
  detail: string;
}

export const NO_EFFECTS: Readonly<EffectCounts> = {
  ordersCreated: 0,
  prepays: 0,
  charges: 0,
  starts: 0,
  stops: 0,
  usesDeducted: 0,
  shares: 0,
};

const REMEMBERED = 100;

/** Counts the real effects, and keeps the latest as text. */
export class Effects {
  readonly counts: EffectCounts = { ...NO_EFFECTS };
  readonly latest: Happening[] = [];

  constructor(private readonly clock: WorldClock) {}

  happened(what: keyof EffectCounts, detail: string): void {
    this.counts[what] += 1;
    this.latest.unshift({ at: this.clock.now(), what, detail });
    this.latest.splice(REMEMBERED);
  }
}
