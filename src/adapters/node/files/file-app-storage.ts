import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Problem } from '../../../core/problem.ts';
import type { AppStorage, StorageArea } from '../../../ports/app-storage.ts';
import { FileLock } from './file-lock.ts';
import { preparePrivateDirectory, readPrivateFile, refuseLink, replacePrivateFile } from './private-file.ts';
import { block } from './rename.ts';
import { isSystemError } from './system-error.ts';

const TEMPORARY = '.new';
const ABANDONED_MS = 60_000;
const LOCK = 'storage';
/** A change takes milliseconds; an owner that needs five seconds has been stopped. */
const LOCK_POLL_MS = 5;
const LOCK_POLLS = 1_000;

/** Stores one file per key in a private directory. Writes are atomic, also among several processes. */
export class FileAppStorage implements AppStorage {
  private isExclusive = false;

  constructor(private readonly directory: string) {}

  read(area: StorageArea, key: string): string | undefined {
    return withStorageProblem(() => {
      refuseLink(join(this.directory, area));
      return readPrivateFile(this.path(area, key));
    });
  }

  write(area: StorageArea, key: string, value: string): void {
    withStorageProblem(() => {
      preparePrivateDirectory(this.directory, join(this.directory, area));
      replacePrivateFile(this.path(area, key), value, TEMPORARY);
    });
  }

  remove(area: StorageArea, key: string): void {
    withStorageProblem(() => rmSync(this.path(area, key), { force: true }));
  }

  clear(area: StorageArea, isKept?: (key: string) => boolean): void {
    withStorageProblem(() => {
      const directory = join(this.directory, area);
      refuseLink(directory);
      for (const name of namesIn(directory)) {
        const path = join(directory, name);
        if (!name.endsWith(TEMPORARY) && isKept?.(keyOf(name))) continue;
        if (!name.endsWith(TEMPORARY) || isAbandoned(path)) rmSync(path, { force: true });
      }
    });
  }

  exclusively<Result>(work: () => Result): Result {
    if (this.isExclusive) return work();
    const lock = new FileLock(this.directory, LOCK);
    acquire(lock);
    this.isExclusive = true;
    try {
      return work();
    } finally {
      this.isExclusive = false;
      lock.release();
    }
  }

  private path(area: StorageArea, key: string): string {
    return join(this.directory, area, fileName(key));
  }
}

/** The work runs without the lock if it cannot be created or changed. The wait blocks this process, which has nothing to do but this change. */
function acquire(lock: FileLock): void {
  if (!lock.prepare() || lock.take()) return;
  for (let polls = 0; polls < LOCK_POLLS; polls += 1) {
    if (lock.takeOver() !== false) return;
    block(LOCK_POLL_MS);
  }
  lock.force();
}

/** Encodes a key as a file name that is unique also on case-insensitive file systems: every byte but a-z, 0-9, - and _ becomes ~ and two hex digits. */
function fileName(key: string): string {
  if (key === '') throw new Problem('storage', { message: 'a key must not be empty' });
  return encoded(key);
}

/** The key of a file. A name that is none of a key never throws. */
function keyOf(name: string): string {
  return name.replaceAll(/(?:~[0-9a-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('~', ''), 'hex').toString());
}

function encoded(key: string): string {
  return key.replace(/[^a-z0-9_-]/gu, (letter) =>
    [...Buffer.from(letter)].map((byte) => `~${byte.toString(16).padStart(2, '0')}`).join(''),
  );
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw thrown;
  }
}

/** A younger temporary file may still be renamed by another process. */
function isAbandoned(path: string): boolean {
  const file = statSync(path, { throwIfNoEntry: false });
  return file !== undefined && Date.now() - file.mtimeMs > ABANDONED_MS;
}

function withStorageProblem<T>(act: () => T): T {
  try {
    return act();
  } catch (cause) {
    if (!isSystemError(cause)) throw cause;
    const { code, path, message } = cause;
    throw new Problem('storage', {
      message: `${path ?? 'the storage directory'} cannot be used: ${code ?? message}`,
      cause,
    });
  }
}
