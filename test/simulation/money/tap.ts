import type { Ware } from './shop.ts';

/** One tap of a person, and what it began. */
export interface Tap {
  readonly what: 'rent' | 'pay' | 'cancel';
  readonly ware?: Ware;
  readonly number?: string;
  /** The amounts that the person saw and accepted; integer fen. */
  readonly acceptedFen: readonly number[];
  /** The screen on which the person tapped. */
  readonly screen: AbortController;
}
