/** A named mutex across all pages of one phone, or all processes of one profile. */
export abstract class Mutex {
  /**
   * Runs `work` while it holds the lock; `waited` is true if another owner may have held the lock meanwhile. Waits at
   * most `lockTimeoutMs` ms for another owner, such as a suspended page, and then runs without its release. Settles like `work`.
   */
  abstract runExclusive<Result>(
    name: string,
    lockTimeoutMs: number,
    work: (waited: boolean) => Promise<Result>,
  ): Promise<Result>;
}
