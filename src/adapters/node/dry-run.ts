import type { AppStorage, StorageArea } from '../../ports/app-storage.ts';
import type { Http, HttpRequest, HttpResponse, PlannedCall } from '../../ports/http.ts';

/** Sends reads only. Reports the first write and never answers it, because what follows depends on the server's answer. */
export class DryRunHttp implements Http {
  constructor(
    private readonly inner: Http,
    private readonly onWrite: (call: PlannedCall) => void,
  ) {}

  send(request: HttpRequest): Promise<HttpResponse> {
    if (!request.hasEffect) return this.inner.send(request);
    const { pathname, search } = new URL(request.url);
    this.onWrite({ method: request.method, path: pathname + search, body: JSON.parse(request.body) });
    return new Promise<never>(() => {});
  }
}

/** Reads another storage and keeps every change in memory, so that the other one stays as it is. */
export class DryRunStorage implements AppStorage {
  /** The changed keys of each area; undefined for a removed one. */
  private readonly changed: Record<StorageArea, Map<string, string | undefined>> = {
    session: new Map(),
    account: new Map(),
    local: new Map(),
  };
  /** Which keys each `clear` of an area has kept. */
  private readonly clearings: Record<StorageArea, ((key: string) => boolean)[]> = {
    session: [],
    account: [],
    local: [],
  };

  constructor(private readonly inner: AppStorage) {}

  read(area: StorageArea, key: string): string | undefined {
    const changed = this.changed[area];
    if (changed.has(key)) return changed.get(key);
    return this.clearings[area].every((isKept) => isKept(key)) ? this.inner.read(area, key) : undefined;
  }

  write(area: StorageArea, key: string, value: string): void {
    this.changed[area].set(key, value);
  }

  remove(area: StorageArea, key: string): void {
    this.changed[area].set(key, undefined);
  }

  clear(area: StorageArea, isKept: (key: string) => boolean = () => false): void {
    const changed = this.changed[area];
    for (const key of changed.keys()) if (!isKept(key)) changed.delete(key);
    this.clearings[area].push(isKept);
  }

  exclusively<Result>(work: () => Result): Result {
    return work();
  }
}
