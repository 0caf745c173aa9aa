/** Lets one thing of a name be done at a time, whichever page of the same phone, or process of the same profile, does it. */
export abstract class Mutex {
  /**
   * Does `work` when nobody else is at what bears that name; `waited` tells it that somebody was. Whoever is not done within
   * `longestMs`, such as a page that was put to sleep, is waited for no longer. Gives what `work` gives, and rejects as it does.
   */
  abstract runExclusive<Result>(
    name: string,
    longestMs: number,
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result>;
}
