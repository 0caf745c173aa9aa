import type { WorldClock } from './clock.ts';

/** A user's remaining uses with an operator. */
export interface Wallet {
  userId: string;
  operatorId: string;
  uses: number;
  lastUsedAt?: number;
}

/** The cards of all users. */
export class Wallets {
  readonly all: Wallet[] = [];

  constructor(private readonly clock: WorldClock) {}

  of(userId: string, operatorId: string): Wallet | undefined {
    return this.all.find((wallet) => wallet.userId === userId && wallet.operatorId === operatorId);
  }

  add(userId: string, operatorId: string, uses: number): void {
    const wallet = this.of(userId, operatorId);
    if (wallet) wallet.uses += uses;
    else this.all.push({ userId, operatorId, uses });
  }

  /** Takes back the uses of a refunded order, as far as they are left. */
  take(userId: string, operatorId: string, uses: number): void {
    const wallet = this.of(userId, operatorId);
    if (wallet) wallet.uses = Math.max(0, wallet.uses - uses);
  }

  /** Deducts one use. Returns false if none is left. */
  deduct(userId: string, operatorId: string): boolean {
    const wallet = this.of(userId, operatorId);
    if (!wallet || wallet.uses < 1) return false;
    wallet.uses -= 1;
    wallet.lastUsedAt = this.clock.now();
    return true;
  }
}
