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

/** The uses left with an operator; 0 where there is no card. */
export function remainingUsesWith(cards: readonly Card[], operatorId: string | undefined): number {
  return Math.max(0, cards.find((card) => card.operatorId === operatorId)?.remainingUses ?? 0);
}
