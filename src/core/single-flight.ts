import type { AbortSignalLike } from '../ports/http.ts';

interface Flight {
  result: Promise<unknown>;
  signal?: AbortSignalLike;
}

/** Runs one thing of a name at a time: a caller that comes while it is under way gets the same answer, and nothing is done twice. */
export class SingleFlight {
  private readonly underWay = new Map<string, Flight>();

  /** What was begun by a caller whose `signal` has aborted since is not joined: it may end early. */
  run<Result>(name: string, work: () => Promise<Result>, signal?: AbortSignalLike): Promise<Result> {
    const current = this.underWay.get(name);
    if (current && !current.signal?.aborted) return current.result as Promise<Result>;
    const result = work().finally(() => {
      if (this.underWay.get(name) === flight) this.underWay.delete(name);
    });
    const flight: Flight = { result, signal };
    this.underWay.set(name, flight);
    return result;
  }
}
