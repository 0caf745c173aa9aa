import { renameSync } from 'node:fs';

/** What Windows reports while another program, such as a virus scanner, has the file open. */
const TRANSIENT = new Set(['EPERM', 'EACCES', 'EBUSY']);
const PAUSES_MS = [10, 20, 40, 80, 160, 320];

export interface Renaming {
  platform: NodeJS.Platform;
  rename: (from: string, to: string) => void;
  /** Blocks. */
  pause: (ms: number) => void;
}

const THIS_SYSTEM: Renaming = { platform: process.platform, rename: renameSync, pause: block };

/** True if another program has the file open, which may end soon. */
export function isTransient(code: string, platform = process.platform): boolean {
  return platform === 'win32' && TRANSIENT.has(code);
}

/** Renames a file or directory. On Windows, retries for most of a second while another program has it open. */
export function renameWithRetries(from: string, to: string, { platform, rename, pause }: Renaming = THIS_SYSTEM): void {
  for (const ms of platform === 'win32' ? PAUSES_MS : []) {
    try {
      return rename(from, to);
    } catch (thrown) {
      if (!isTransient((thrown as NodeJS.ErrnoException).code ?? '', platform)) throw thrown;
      pause(ms);
    }
  }
  rename(from, to);
}

/** Stops this process for a while. */
export function block(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
}
