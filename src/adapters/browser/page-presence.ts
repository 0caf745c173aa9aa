import type { Unsubscribe } from '../../ports/clock.ts';
import type { Presence } from '../gizwits/options.ts';

/** The browser's visibility, back/forward cache and network events. */
export class PagePresence implements Presence {
  visible(): boolean {
    return document.visibilityState === 'visible';
  }

  /** Calls the listener when the page is shown or hidden, is restored from the back/forward cache, or goes online. */
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
