import type { AppStorage } from '../../ports/app-storage.ts';

/** All stored state of one account on one server. A change of account or server clears it. */
export class AccountScope {
  private readonly listeners = new Set<() => void>();

  /**
   * `storage` has the areas `session` and `account`, which belong to the account, and `local`, which belongs to the
   * phone.
   */
  constructor(readonly storage: AppStorage) {}

  /** Clears every slice, including slices whose code is not loaded yet. Throws the Problem `storage`. */
  clear(): void {
    this.storage.clear('session');
    this.storage.clear('account');
    for (const listener of this.listeners) listener();
  }

  /** Calls `listener` after each clearing. Listeners are never removed, because a slice lives as long as the page. */
  onCleared(listener: () => void): void {
    this.listeners.add(listener);
  }
}
