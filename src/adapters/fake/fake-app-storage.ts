import { Problem } from '../../core/problem.ts';
import type { AppStorage, StorageArea } from '../../ports/app-storage.ts';

/** Storage in memory. Tests can make it fail. */
export class FakeAppStorage implements AppStorage {
  private readonly areas: Record<StorageArea, Map<string, string>>;
  private problem?: Problem;

  constructor(account = new Map<string, string>(), local = new Map<string, string>()) {
    this.areas = { session: new Map(), account, local };
  }

  /** Another page on the same phone, with its own session and the same persistent areas. */
  anotherPage(): FakeAppStorage {
    return new FakeAppStorage(this.areas.account, this.areas.local);
  }

  /** All values, by area and key. */
  snapshot(): Record<StorageArea, Record<string, string>> {
    const { session, account, local } = this.areas;
    return {
      session: Object.fromEntries(session),
      account: Object.fromEntries(account),
      local: Object.fromEntries(local),
    };
  }

  /** Makes every further call throw this Problem. */
  failsWith(problem = new Problem('storage')): void {
    this.problem = problem;
  }

  /** Ends the failure. */
  recovers(): void {
    this.problem = undefined;
  }

  read(area: StorageArea, key: string): string | undefined {
    return this.area(area).get(key);
  }

  write(area: StorageArea, key: string, value: string): void {
    this.area(area).set(key, value);
  }

  remove(area: StorageArea, key: string): void {
    this.area(area).delete(key);
  }

  clear(area: StorageArea, isKept?: (key: string) => boolean): void {
    const values = this.area(area);
    for (const key of values.keys()) if (!isKept?.(key)) values.delete(key);
  }

  exclusively<Result>(work: () => Result): Result {
    return work();
  }

  private area(area: StorageArea): Map<string, string> {
    if (this.problem) throw this.problem;
    return this.areas[area];
  }
}
