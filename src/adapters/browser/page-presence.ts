import type { Unsubscribe } from '../../ports/clock.ts';
import type { Presence } from '../presence.ts';

/** The page as its reader sees it: shown or hidden, restored from memory, back on the network. */
export class PagePresence implements Presence {
  visible(): boolean {
    return document.visibilityState === 'visible';
  }

  /** Calls when the page is shown or hidden, restored from the browser's memory, or the network is back. */
  onChange(listener: () => void): Unsubscribe {
    const restored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) listener();
    };
    document.addEventListener('visibilitychange', listener);
    window.addEventListener('pageshow', restored);
    window.addEventListener('online', listener);
    return () => {
      document.removeEventListener('visibilitychange', listener);
      window.removeEventListener('pageshow', restored);
      window.removeEventListener('online', listener);
    };
  }
}
