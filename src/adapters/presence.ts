import type { Unsubscribe } from '../ports/clock.ts';

/** Whether somebody looks at the page, and when that or the network may have changed. */
export interface Presence {
  visible(): boolean;
  onChange(listener: () => void): Unsubscribe;
}
