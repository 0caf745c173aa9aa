import type { AbortSignalLike } from '../../ports/http.ts';

interface Flight {
  result: Promise<unknown>;
  signal?: AbortSignalLike;
}

/** Runs one operation per name at a time. A concurrent caller receives the running operation's result. */
export class SingleFlight {
  private readonly running = new Map<string, Flight>();

  /** True if an operation of this name runs. */
  has(name: string): boolean {
    return this.running.has(name);
  }

  /**
   * Starts or joins an operation. It does not join an operation whose `signal` has aborted, because that one may end
   * early.
   */
  run<Result>(name: string, work: () => Promise<Result>, signal?: AbortSignalLike): Promise<Result> {
    const current = this.running.get(name);
    if (current && !current.signal?.aborted) return current.result as Promise<Result>;
    const result = work().finally(() => {
      if (this.running.get(name) === flight) this.running.delete(name);
    });
    const flight: Flight = { result, signal };
    this.running.set(name, flight);
    return result;
  }
}

/** Caches the result of the first call. A failed call is not cached. */
export function once<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let cached: Promise<Value> | undefined;
  const forget = (thrown: unknown) => {
    cached = undefined;
    throw thrown;
  };
  return () => (cached ??= load().catch(forget));
}
