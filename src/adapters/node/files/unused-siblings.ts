import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Longer than any order stays open, any treatment runs and any outcome stays unknown. */
const UNUSED_MS = 30 * 86_400_000;

/**
 * Updates the modification times of the directories, which are siblings, and removes the siblings that were not used for
 * 30 days. Never throws: nothing depends on the cleanup.
 */
export function removeUnusedSiblings(directory: string, ...alsoUsed: readonly string[]): void {
  try {
    const now = new Date();
    for (const used of [directory, ...alsoUsed]) utimesSync(used, now, now);
    const parent = dirname(directory);
    for (const name of readdirSync(parent)) {
      const path = join(parent, name);
      if (now.getTime() - statSync(path).mtimeMs > UNUSED_MS) rmSync(path, { recursive: true, force: true });
    }
  } catch {
    // The directory does not exist yet, or another process has removed it.
  }
}
