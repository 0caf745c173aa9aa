/** A card package: uses bought from one operator. */
export interface Card {
  operatorId: string;
  operatorName?: string;
  remainingUses: number;
  /** Epoch ms. */
  lastUsedAt?: number;
}

/** A refund and its status. */
export interface Refund {
  refundNo: string;
  operatorName?: string;
  statusText?: string;
  amountFen?: number;
  /** Epoch ms. */
  refundedAt?: number;
}

/** Remaining uses of the operator's first card with uses left; 0 without such a card. */
export function remainingUsesWith(cards: readonly Card[], operatorId: string | undefined): number {
  return cards.find((card) => card.operatorId === operatorId && card.remainingUses > 0)?.remainingUses ?? 0;
}
