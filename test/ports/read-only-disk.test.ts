import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeClock } from '../../src/adapters/fake/fake-clock.ts';
import { FileAppStorage } from '../../src/adapters/node/files/file-app-storage.ts';
import { FileMutex } from '../../src/adapters/node/files/file-mutex.ts';

const disk = vi.hoisted(() => ({ isReadOnly: false, pauses: 0 }));
vi.mock(import('../../src/adapters/node/files/rename.ts'), async (original) => {
  const system = await original();
  return {
    ...system,
    renameWithRetries: (from, to) => {
      if (disk.isReadOnly) throw Object.assign(new Error('read-only file system'), { code: 'EROFS' });
      system.renameWithRetries(from, to);
    },
    block: () => void (disk.pauses += 1),
  };
});

let home: string;
beforeEach(() => void (home = mkdtempSync(path.join(tmpdir(), 'disk-'))));
afterEach(() => {
  disk.isReadOnly = false;
  rmSync(home, { recursive: true, force: true });
});

test('On a disk that has become read-only, FileMutex waits for nobody, and reports that another process may have run', async () => {
  const mutex = new FileMutex(home, new FakeClock());
  await mutex.runExclusive('stop', 60_000, async () => undefined);
  disk.isReadOnly = true;
  expect(await mutex.runExclusive('stop', 60_000, async (waited) => waited)).toBe(true);
});

test('On a disk that has become read-only, FileAppStorage waits for nobody', () => {
  const storage = new FileAppStorage(home);
  storage.exclusively(() => undefined);
  disk.isReadOnly = true;
  expect([storage.exclusively(() => 'read'), disk.pauses]).toEqual(['read', 0]);
});
