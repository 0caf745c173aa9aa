import type { Ware } from './shop.ts';

/** One tap of a person, and what it began. */
export interface Tap {
  readonly what: 'rent' | 'pay' | 'cancel';
  readonly ware?: Ware;
  readonly number?: string;
  /** The amount that the person saw and accepted last, if there is one; integer fen. */
  readonly acceptedFen?: number | undefined;
  /** The screen on which the person tapped. */
  readonly screen: AbortController;
}
