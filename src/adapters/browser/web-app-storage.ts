import type { AppStorage, StorageArea } from '../../ports/app-storage.ts';

const PREFIX = 'physiolease.';

type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Returns the storage of each area. Called for each access, because the property itself throws in a browser that forbids storage. */
export type WebAreas = Record<StorageArea, () => WebStorage>;

/**
 * The browser's session and local storage, with a key prefix for each area. It never throws: values that forbidden or full
 * storage rejects stay in memory until the page is closed. What stood there before stays in storage, except in the area `session`.
 */
export class WebAppStorage implements AppStorage {
  /** Values that the browser did not store; undefined for a value that it did not remove. */
  private readonly held: Record<StorageArea, Map<string, string | undefined>> = {
    session: new Map(),
    account: new Map(),
    local: new Map(),
  };

  constructor(
    private readonly areas: WebAreas = {
      session: () => sessionStorage,
      account: () => localStorage,
      local: () => localStorage,
    },
  ) {}

  read(area: StorageArea, key: string): string | undefined {
    const held = this.held[area];
    if (held.has(key)) return held.get(key);
    return this.try(area, (storage) => storage.getItem(nameOf(area, key))) ?? undefined;
  }

  write(area: StorageArea, key: string, value: string): void {
    const stored = this.try(area, (storage) => {
      storage.setItem(nameOf(area, key), value);
      return true;
    });
    if (stored) return void this.held[area].delete(key);
    // After a reload, an older token is wrong, but older purchases and treatments guard more than none.
    if (area === 'session') this.remove(area, key);
    this.held[area].set(key, value);
  }

  remove(area: StorageArea, key: string): void {
    const removed = this.try(area, (storage) => {
      storage.removeItem(nameOf(area, key));
      return true;
    });
    if (removed) this.held[area].delete(key);
    else this.held[area].set(key, undefined);
  }

  clear(area: StorageArea, isKept?: (key: string) => boolean): void {
    const stored = this.try(area, (storage) => ownKeys(storage, area)) ?? [];
    for (const key of [...stored, ...this.held[area].keys()]) if (!isKept?.(key)) this.remove(area, key);
  }

  exclusively<Result>(work: () => Result): Result {
    return work();
  }

  private try<T>(area: StorageArea, use: (storage: WebStorage) => T): T | undefined {
    try {
      return use(this.areas[area]());
    } catch {
      return undefined;
    }
  }
}

function nameOf(area: StorageArea, key: string): string {
  return `${PREFIX}${area}.${key}`;
}

function ownKeys(storage: WebStorage, area: StorageArea): string[] {
  const prefix = nameOf(area, '');
  const names = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length));
}
