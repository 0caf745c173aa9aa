/**
 * `session` lasts until the tab is closed or the CLI user signs out. `account` and `local` persist on the phone or the computer: `account` until
 * another account signs in (its open payments and treatments until they are over), `local` across accounts.
 */
export type StorageArea = 'session' | 'account' | 'local';

/** Whether something stored is only read, or written or removed. */
export type StorageAccess = 'read' | 'change';

/** Synchronous storage of small texts between screens, page loads or commands. */
export abstract class AppStorage {
  /** The value of `key`; undefined if there is none. Throws the Problem `storage` if reading is forbidden or the content is damaged. */
  abstract read(area: StorageArea, key: string): string | undefined;
  /** Stores a value atomically. Throws the Problem `storage` without space or permission. */
  abstract write(area: StorageArea, key: string, value: string): void;
  /** Removes a key; does nothing if it does not exist. Throws the Problem `storage`. */
  abstract remove(area: StorageArea, key: string): void;
  /** Removes all keys of one area, except those that `isKept` accepts. Throws the Problem `storage`. */
  abstract clear(area: StorageArea, isKept?: (key: string) => boolean): void;
  /**
   * Runs `work`, which reads and then writes, while no other process changes this storage; calls may be nested. Returns or throws what
   * `work` does. Pages of one browser have no such lock.
   */
  abstract exclusively<Result>(work: () => Result): Result;
}
