import { Problem } from '../../core/problem.ts';
import type { AppStorage, StorageArea } from '../../ports/app-storage.ts';

/** Storage in memory, which a test can make fail. */
export class FakeAppStorage implements AppStorage {
  private readonly areas: Record<StorageArea, Map<string, string>>;
  private problem?: Problem;

  constructor(account = new Map<string, string>(), local = new Map<string, string>()) {
    this.areas = { session: new Map(), account, local };
  }

  /** Another page on the same phone: a session of its own, and the same lasting areas. */
  anotherPage(): FakeAppStorage {
    return new FakeAppStorage(this.areas.account, this.areas.local);
  }

  /** From now on every call throws this. */
  failsWith(problem = new Problem('storage')): void {
    this.problem = problem;
  }

  /** Works again. */
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

  clear(area: StorageArea): void {
    this.area(area).clear();
  }

  private area(area: StorageArea): Map<string, string> {
    if (this.problem) throw this.problem;
    return this.areas[area];
  }
}
