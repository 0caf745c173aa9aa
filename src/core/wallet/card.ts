import type { Records } from '../basics/paging.ts';

/** A card package: uses bought from one operator. The server may send several records of one operator. */
export interface Card {
  operatorId: string;
  operatorName?: string;
  /** Undefined if the server states no number. */
  remainingUses?: number;
  /** The number may be the one from before a payment of a moment ago: it is not said. */
  mayBeOlder?: boolean;
  /** Epoch ms. */
  lastUsedAt?: number;
}

/** A refund and its status. */
export interface Refund {
  refundNo: string;
  operatorName?: string;
  statusText?: string;
  amountFen?: number;
  /** When the money was paid back, epoch ms; undefined unless the status says that it was. */
  refundedAt?: number;
  /** When a refund changed last of which the status does not say so, epoch ms. */
  changedAt?: number;
}

/**
 * All records of the user's cards. A row that cannot be read, or that the server counts and does not send, may hold uses
 * of any operator.
 */
export type AllCards = Readonly<Pick<Records<Card>, 'unreadable' | 'total'>> & { readonly records: readonly Card[] };

/**
 * Remaining uses with an operator, as the server lists them: those of its first record above 0, otherwise 0. Undefined if no record is
 * above 0 and one of them states no number, cannot be read or was not sent.
 */
export function listedUsesWith(
  { records, unreadable, total = 0 }: AllCards,
  operatorId: string | undefined,
): number | undefined {
  const uses = records.filter((card) => card.operatorId === operatorId).map(({ remainingUses }) => remainingUses);
  const isKnown = unreadable === 0 && records.length >= total && !uses.includes(undefined);
  return uses.find((left) => left !== undefined && left > 0) ?? (isKnown ? 0 : undefined);
}

/** As `listedUsesWith`, as far as it can be said: undefined if the list may be from before a payment of a moment ago. */
export function remainingUsesWith(cards: AllCards, operatorId: string | undefined): number | undefined {
  const isOlder = cards.records.some((card) => card.operatorId === operatorId && card.mayBeOlder);
  return isOlder ? undefined : listedUsesWith(cards, operatorId);
}

/** Identifies one record of a card in the pages of the list. */
export function keyOfRecord({ operatorId, remainingUses, lastUsedAt }: Card): string {
  return [operatorId, remainingUses, lastUsedAt].join(' ');
}

/** Returns one card for each operator. `isWhole`: no row that was not sent may hold uses of these operators. */
export function cardsByOperator({ records, unreadable }: AllCards, isWhole: boolean): Card[] {
  const operators = [...new Set(records.map(({ operatorId }) => operatorId))];
  return operators.map((operatorId) => {
    const own = records.filter((record) => record.operatorId === operatorId);
    const lastUses = own.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
    const left = remainingUsesWith({ records: own, unreadable }, operatorId);
    return {
      operatorId,
      operatorName: own.find(({ operatorName }) => operatorName !== undefined)?.operatorName,
      remainingUses: left === 0 && !isWhole ? undefined : left,
      lastUsedAt: lastUses.length > 0 ? Math.max(...lastUses) : undefined,
    };
  });
}
