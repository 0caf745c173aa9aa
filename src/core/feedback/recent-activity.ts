import type { Clock } from '../../ports/clock.ts';
import type { Exchange } from '../../ports/http.ts';

/** One API call: its path, result and duration. */
export type SeenCall = Pick<Exchange, 'path' | 'code' | 'ms'>;

/** A value with its time; epoch ms. */
export type Timed<Item> = Item & { at: number };

const MAX_CALLS = 20;
const MAX_SCREENS = 8;

/** The latest calls and screens, for feedback reports. It holds no query, header or body, and stays in memory. */
export class RecentActivity {
  /** Oldest first. */
  readonly calls: Timed<SeenCall>[] = [];
  readonly screens: Timed<{ path: string }>[] = [];

  constructor(private readonly clock: Clock) {}

  sawCall({ path, code, ms }: SeenCall): void {
    keep(this.calls, { path, code, ms, at: this.clock.now() }, MAX_CALLS);
  }

  sawScreen(path: string): void {
    keep(this.screens, { path, at: this.clock.now() }, MAX_SCREENS);
  }
}

function keep<Item>(items: Item[], item: Item, max: number): void {
  items.push(item);
  items.splice(0, items.length - max);
}
