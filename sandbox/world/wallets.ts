import type { WorldClock } from './clock.ts';

/** Uses that a user has left with an operator. */
export interface Wallet {
  userId: string;
  operatorId: string;
  uses: number;
  lastUsedAt?: number;
}

/** The card packages of everybody. */
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

  /** Takes one use; false where there is none. */
  deduct(userId: string, operatorId: string): boolean {
    const wallet = this.of(userId, operatorId);
    if (!wallet || wallet.uses < 1) return false;
    wallet.uses -= 1;
    wallet.lastUsedAt = this.clock.now();
    return true;
  }
}
