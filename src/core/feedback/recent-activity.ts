import type { Clock } from '../../ports/clock.ts';

/** One exchange with the server: which call, how it ended, how long it took. */
export interface SeenCall {
  path: string;
  /** The HTTP status and the server's own code, or what went wrong. */
  code: string;
  ms: number;
}

/** Something at its time, epoch ms. */
export type Timed<Thing> = Thing & { at: number };

const CALLS_KEPT = 20;
const SCREENS_KEPT = 8;

/** What the app did last, as far as it may be told to anybody: no query, no header, no body. In memory only. */
export class RecentActivity {
  /** The oldest first. */
  readonly calls: Timed<SeenCall>[] = [];
  readonly screens: Timed<{ path: string }>[] = [];

  constructor(private readonly clock: Clock) {}

  sawCall({ path, code, ms }: SeenCall): void {
    keep(this.calls, { path, code, ms, at: this.clock.now() }, CALLS_KEPT);
  }

  sawScreen(path: string): void {
    keep(this.screens, { path, at: this.clock.now() }, SCREENS_KEPT);
  }
}

function keep<Thing>(kept: Thing[], thing: Thing, most: number): void {
  kept.push(thing);
  kept.splice(0, kept.length - most);
}
