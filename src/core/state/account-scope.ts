import type { AppStorage } from '../../ports/app-storage.ts';

/** Everything that is remembered for one account on one server. When another account or another server comes, all of it is cleared. */
export class AccountScope {
  private readonly listeners = new Set<() => void>();

  /** `storage` holds the areas `session` and `account`, which belong to the account, and `local`, which belongs to the phone. */
  constructor(readonly storage: AppStorage) {}

  /** Clears every slice, also those whose code is not loaded yet. Throws the Problem `storage`. */
  clear(): void {
    this.storage.clear('session');
    this.storage.clear('account');
    for (const listener of this.listeners) listener();
  }

  /** Calls `listener` after each clearing. A slice lives as long as the page, so nothing unregisters. */
  onCleared(listener: () => void): void {
    this.listeners.add(listener);
  }
}
