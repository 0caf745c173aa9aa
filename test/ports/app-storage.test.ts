import { spawn } from 'node:child_process';
import {
  chmodSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FallbackStorage } from '../../src/adapters/fallback-storage.ts';
import { FakeAppStorage } from '../../src/adapters/fake/fake-app-storage.ts';
import { FileAppStorage } from '../../src/adapters/node/files/file-app-storage.ts';
import { describeAppStorage } from './app-storage.conformance.ts';

const problem = (why: RegExp) => expect.objectContaining({ code: 'storage', message: expect.stringMatching(why) });
const thrownBy = (act: () => unknown): unknown => {
  try {
    act();
  } catch (thrown) {
    return thrown;
  }
  return undefined;
};

describeAppStorage('FakeAppStorage', () => {
  const storage = new FakeAppStorage();
  return { storage, again: () => storage };
});

describeAppStorage('FallbackStorage over a storage that works', () => {
  const storage = new FakeAppStorage();
  const over = () => new FallbackStorage(storage, () => false);
  return { storage: over(), again: over };
});

describeAppStorage('FallbackStorage over a storage that fails', () => {
  const failing = new FakeAppStorage();
  failing.failsWith();
  const storage = new FallbackStorage(failing, () => true);
  return { storage, again: () => storage };
});

test('FallbackStorage never overwrites a value that it could not read', () => {
  const inner = new FakeAppStorage();
  inner.write('account', 'treatments', 'of other devices');
  const storage = new FallbackStorage(inner, () => true);
  inner.failsWith();
  expect(storage.read('account', 'treatments')).toBeUndefined();
  inner.recovers();
  storage.write('account', 'treatments', 'of this one');
  expect(storage.read('account', 'treatments')).toBe('of this one');
  expect(inner.read('account', 'treatments')).toBe('of other devices');
});

describeAppStorage('FileAppStorage', () => {
  const directory = mkdtempSync(join(tmpdir(), 'physiolease-'));
  return {
    storage: new FileAppStorage(join(directory, 'state')),
    again: () => new FileAppStorage(join(directory, 'state')),
    end: () => rmSync(directory, { recursive: true, force: true }),
  };
});

describe('FileAppStorage', () => {
  let outside: string;
  let directory: string;
  let storage: FileAppStorage;
  const file = () => join(directory, 'session', 'token');
  beforeEach(() => {
    outside = mkdtempSync(join(tmpdir(), 'physiolease-'));
    directory = join(outside, 'state');
    storage = new FileAppStorage(directory);
  });
  afterEach(() => rmSync(outside, { recursive: true, force: true }));

  test('FileAppStorage makes its files readable to their owner only, even with umask 0', () => {
    const before = process.umask(0);
    try {
      storage.write('session', 'token', 'secret');
    } finally {
      process.umask(before);
    }
    expect(statSync(directory).mode & 0o777).toBe(0o700);
    expect(statSync(join(directory, 'session')).mode & 0o777).toBe(0o700);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
  });

  test('FileAppStorage refuses a file that others can read, and says what to do', () => {
    storage.write('session', 'token', 'secret');
    chmodSync(file(), 0o644);
    expect(thrownBy(() => storage.read('session', 'token'))).toEqual(problem(/chmod 600/));
  });

  test('FileAppStorage refuses to write into a directory that others could have prepared', () => {
    mkdirSync(join(directory, 'session'), { recursive: true, mode: 0o700 });
    chmodSync(join(directory, 'session'), 0o777);
    expect(thrownBy(() => storage.write('session', 'token', 'secret'))).toEqual(problem(/chmod 700/));
  });

  test('FileAppStorage follows no symbolic link, neither to read nor to write', () => {
    storage.write('session', 'other', 'x');
    const target = join(outside, 'target');
    writeFileSync(target, 'not ours', { mode: 0o600 });
    symlinkSync(target, file());
    expect(thrownBy(() => storage.read('session', 'token'))).toEqual(problem(/link/));
    expect(thrownBy(() => storage.write('session', 'token', 'secret'))).toEqual(problem(/link/));
    expect(readFileSync(target, 'utf8')).toBe('not ours');
    storage.remove('session', 'token');
    storage.write('session', 'token', 'secret');
    expect(readFileSync(target, 'utf8')).toBe('not ours');
  });

  test('FileAppStorage refuses to read a file that has a second hard link', () => {
    storage.write('session', 'other', 'x');
    const target = join(outside, 'target');
    writeFileSync(target, 'not ours', { mode: 0o600 });
    linkSync(target, file());
    expect(thrownBy(() => storage.read('session', 'token'))).toEqual(problem(/linked/));
  });

  test('FileAppStorage follows no symbolic link in place of an area', () => {
    mkdirSync(join(outside, 'elsewhere'), { mode: 0o700 });
    mkdirSync(directory, { mode: 0o700 });
    symlinkSync(join(outside, 'elsewhere'), join(directory, 'session'));
    for (const act of [
      () => storage.write('session', 'token', 'secret'),
      () => storage.read('session', 'token'),
      () => storage.clear('session'),
    ])
      expect(thrownBy(act)).toEqual(problem(/link/));
    expect(readdirSync(join(outside, 'elsewhere'))).toEqual([]);
  });

  test('FileAppStorage reports damaged content', () => {
    storage.write('session', 'token', 'secret');
    writeFileSync(file(), Buffer.from([0xff, 0xfe, 0xfd]));
    expect(thrownBy(() => storage.read('session', 'token'))).toEqual(problem(/damaged/));
  });

  test('FileAppStorage leaves only its values behind, and removes what a crash left', () => {
    storage.write('session', 'token', 'secret');
    expect(readdirSync(join(directory, 'session'))).toEqual(['token']);
    const [old, young] = ['token.1-a.new', 'token.2-b.new'].map((name) => join(directory, 'session', name));
    for (const path of [old, young]) writeFileSync(path ?? '', 'half', { mode: 0o600 });
    utimesSync(old ?? '', 0, 0);
    storage.clear('session');
    expect(readdirSync(join(directory, 'session'))).toEqual(['token.2-b.new']);
  });

  test('FileAppStorage clears an area although a file in it has a name that no key has', () => {
    storage.write('account', 'purchases', 'mine');
    writeFileSync(join(directory, 'account', 'purchases~'), 'a copy', { mode: 0o600 });
    storage.clear('account', (key) => key === 'purchases');
    expect(readdirSync(join(directory, 'account'))).toEqual(['purchases']);
  });

  test('A reader of FileAppStorage sees one whole value or another while several processes write', async () => {
    storage.write('session', 'token', 'a'.repeat(50_000));
    const script = (letter: string) => `
      import { renameSync, writeFileSync } from 'node:fs';
      for (let round = 0; round < 200; round += 1) {
        const fresh = ${JSON.stringify(file())} + '.${letter}' + round + '.new';
        writeFileSync(fresh, ${JSON.stringify(letter)}.repeat(50000), { mode: 0o600 });
        renameSync(fresh, ${JSON.stringify(file())});
      }`;
    const writers = ['b', 'c'].map((letter) => spawn(process.execPath, ['--input-type=module', '-e', script(letter)]));
    const ended = Promise.all(writers.map((writer) => new Promise((resolve) => writer.once('exit', resolve))));
    let writing = true;
    void ended.then(() => (writing = false));
    const seen = new Set<string>();
    while (writing) {
      const value = storage.read('session', 'token') ?? 'missing';
      seen.add(`${value[0]}${new Set(value).size}x${value.length}`);
      storage.write('session', 'token', 'd'.repeat(50_000));
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const value of seen) expect(value).toMatch(/^[abcd]1x50000$/);
    expect(seen.size).toBeGreaterThan(1);
  });
});
