import type { Unsubscribe } from './clock.ts';

/** A link for somebody else, as it looks to them before they open it. */
export interface SharedLink {
  title: string;
  description: string;
  /** Absolute. */
  address: string;
  /** The absolute address of a small picture. */
  picture?: string;
}

/** The menu by which the app around this page sends a link to somebody. */
export abstract class ShareMenu {
  /** Whether there is one here, as far as can be said without asking it. */
  abstract isThere(): boolean;
  /**
   * Has the menu send this link, instead of whatever it had before, until it is switched off.
   * Rejects with the Problem `bridge` where there is no menu or it does not take the link.
   */
  abstract offer(link: SharedLink): Promise<Unsubscribe>;
}
