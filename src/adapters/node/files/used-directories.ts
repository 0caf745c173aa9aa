import { readdirSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';

const UNUSED_MS = 30 * 86_400_000;

/**
 * The directories, which are siblings, that this process works in. Their modification times say when they were last used.
 * Siblings that were not used for 30 days go to `discard`, with the time in epoch ms. No method throws: nothing
 * depends on the cleanup.
 */
export class UsedDirectories {
  private isCleaned = false;

  constructor(
    private readonly directories: readonly string[],
    private readonly discard: (directory: string, now: number) => void,
    private readonly machineNow: () => number = Date.now,
  ) {
    this.use(machineNow());
  }

  /**
   * Cleans up once, at the server's time: a clock that jumps by months makes everything look unused. Of the two clocks, the
   * later one says when a directory was used, and the earlier one how long ago.
   */
  serverAnswered(serverAt: number): void {
    if (this.isCleaned) return;
    this.isCleaned = true;
    const machineAt = this.machineNow();
    this.use(Math.max(serverAt, machineAt));
    this.discardUnused(Math.min(serverAt, machineAt));
  }

  private use(at: number): void {
    ignoringFailures(() => {
      for (const directory of this.directories) utimesSync(directory, at / 1_000, at / 1_000);
    });
  }

  private discardUnused(now: number): void {
    ignoringFailures(() => {
      for (const parent of new Set(this.directories.map((directory) => dirname(directory))))
        for (const name of readdirSync(parent)) {
          const sibling = join(parent, name);
          if (now - statSync(sibling).mtimeMs > UNUSED_MS) this.discard(sibling, now);
        }
    });
  }
}

function ignoringFailures(work: () => void): void {
  try {
    work();
  } catch {
    // The directory does not exist yet, or another process has removed it.
  }
}
