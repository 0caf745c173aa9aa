/**
 * `session` ends with the tab's session (or the CLI's sign-out). `account` and `local` stay on the phone or the computer: `account` until
 * another account comes, `local` whoever signs in.
 */
export type StorageArea = 'session' | 'account' | 'local';

/** Keeps small texts between screens, visits or commands; every call answers at once. */
export abstract class AppStorage {
  /** The text kept under `key`, undefined where there is none. Throws the Problem `storage` where reading is forbidden or the content is damaged. */
  abstract read(area: StorageArea, key: string): string | undefined;
  /** Keeps `value` under `key`, whole or not at all. Throws the Problem `storage` where there is no room or no permission. */
  abstract write(area: StorageArea, key: string, value: string): void;
  /** Forgets `key`; one that is not there is forgotten already. Throws the Problem `storage`. */
  abstract remove(area: StorageArea, key: string): void;
  /** Forgets everything of one area. Throws the Problem `storage`. */
  abstract clear(area: StorageArea): void;
}
