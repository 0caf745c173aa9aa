/** A card package: uses bought from one operator. */
export interface Card {
  operatorId: string;
  operatorName?: string;
  remainingUses: number;
  /** Epoch ms. */
  lastUsedAt?: number;
}

/** A refund, and how far it is. */
export interface Refund {
  refundNo: string;
  operatorName?: string;
  statusText?: string;
  amountFen?: number;
  /** Epoch ms. */
  refundedAt?: number;
}

/** The uses left with an operator, on the first of their cards with some left; 0 where none has. */
export function remainingUsesWith(cards: readonly Card[], operatorId: string | undefined): number {
  return cards.find((card) => card.operatorId === operatorId && card.remainingUses > 0)?.remainingUses ?? 0;
}
