import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Longer than any order stays open, any treatment runs and any outcome is in doubt. */
const UNUSED_MS = 30 * 86_400_000;

/** Marks a directory as used now, and removes those beside it that were not used for 30 days. Never fails: nothing depends on it. */
export function removeUnusedSiblings(directory: string): void {
  try {
    const now = new Date();
    utimesSync(directory, now, now);
    const around = dirname(directory);
    for (const name of readdirSync(around)) {
      const path = join(around, name);
      if (now.getTime() - statSync(path).mtimeMs > UNUSED_MS) rmSync(path, { recursive: true, force: true });
    }
  } catch {
    // Not there yet, or gone meanwhile.
  }
}
