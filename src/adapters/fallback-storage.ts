import { Problem } from '../core/problem.ts';
import type { AppStorage, StorageAccess, StorageArea } from '../ports/app-storage.ts';

/** Another storage. Where a key fails and the caller goes on without it, its value stays in memory until the end of the process. */
export class FallbackStorage implements AppStorage {
  /** The values of the keys that have failed; undefined for a key without one. What could not be read is not overwritten. */
  private readonly held: Record<StorageArea, Map<string, string | undefined>> = {
    session: new Map(),
    account: new Map(),
    local: new Map(),
  };

  /** `goesOn`: called with each Problem `storage`; it is thrown unless this returns true. */
  constructor(
    private readonly inner: AppStorage,
    private readonly goesOn: (problem: Problem, access: StorageAccess) => boolean,
  ) {}

  read(area: StorageArea, key: string): string | undefined {
    const held = this.held[area];
    if (held.has(key)) return held.get(key);
    const { isDone, result } = this.try('read', () => this.inner.read(area, key));
    if (!isDone) held.set(key, undefined);
    return result;
  }

  write(area: StorageArea, key: string, value: string): void {
    this.change(area, key, value, () => this.inner.write(area, key, value));
  }

  remove(area: StorageArea, key: string): void {
    this.change(area, key, undefined, () => this.inner.remove(area, key));
  }

  clear(area: StorageArea, isKept?: (key: string) => boolean): void {
    this.try('change', () => this.inner.clear(area, isKept));
    const held = this.held[area];
    for (const key of held.keys()) if (!isKept?.(key)) held.set(key, undefined);
  }

  exclusively<Result>(work: () => Result): Result {
    return this.inner.exclusively(work);
  }

  private change(area: StorageArea, key: string, value: string | undefined, act: () => void): void {
    const held = this.held[area];
    if (held.has(key) || !this.try('change', act).isDone) held.set(key, value);
  }

  private try<Result>(access: StorageAccess, act: () => Result): { isDone: boolean; result?: Result } {
    try {
      return { isDone: true, result: act() };
    } catch (thrown) {
      if (thrown instanceof Problem && thrown.code === 'storage' && this.goesOn(thrown, access))
        return { isDone: false };
      throw thrown;
    }
  }
}
