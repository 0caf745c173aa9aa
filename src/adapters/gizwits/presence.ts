import type { Unsubscribe } from '../../ports/clock.ts';

/** Whether the page is visible, with an event for changes of its visibility or of the network. */
export interface Presence {
  visible(): boolean;
  onChange(listener: () => void): Unsubscribe;
}
