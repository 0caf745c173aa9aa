import type { Unsubscribe } from './clock.ts';

/** A link with the preview that its recipient sees. */
export interface SharedLink {
  title: string;
  description: string;
  /** An absolute URL. */
  address: string;
  /** The absolute URL of a thumbnail. */
  picture?: string | undefined;
}

/** The share menu of the app that contains this page. */
export abstract class ShareMenu {
  /** Whether a menu probably exists; determined without calling it. */
  abstract isThere(): boolean;
  /**
   * Makes the menu send this link in place of any earlier one, until the caller unsubscribes.
   * Rejects with the Problem `bridge` if there is no menu or the menu refuses the link.
   */
  abstract offer(link: SharedLink): Promise<Unsubscribe>;
}
