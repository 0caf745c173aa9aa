import type { AppStorage, StorageArea } from '../../ports/app-storage.ts';

const PREFIX = 'physiolease.';

type WebStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Where an area lives; asked each time, because a browser that forbids storage throws on the very mention of it. */
export type WebAreas = Record<StorageArea, () => WebStorage>;

/**
 * Session and local storage of the browser, under one prefix for each area.
 * Where they are forbidden or full it never throws: what cannot be kept is held in memory for the page's life.
 */
export class WebAppStorage implements AppStorage {
  /** What the browser would not take; undefined for what it would not forget. */
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
    const kept = this.try(area, (storage) => {
      storage.setItem(nameOf(area, key), value);
      return true;
    });
    if (kept) return void this.held[area].delete(key);
    this.remove(area, key);
    this.held[area].set(key, value);
  }

  remove(area: StorageArea, key: string): void {
    const forgotten = this.try(area, (storage) => {
      storage.removeItem(nameOf(area, key));
      return true;
    });
    if (forgotten) this.held[area].delete(key);
    else this.held[area].set(key, undefined);
  }

  clear(area: StorageArea): void {
    const stored = this.try(area, (storage) => ownKeys(storage, area)) ?? [];
    for (const key of [...stored, ...this.held[area].keys()]) this.remove(area, key);
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
