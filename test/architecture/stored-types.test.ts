import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(path.join(tmpdir(), 'stored-types-'));
  for (const each of ['src/core', 'src/ports', 'tsconfig.json', 'tsconfig.core.json'])
    cpSync(each, path.join(copy, each), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** The compiler's output for the core with one changed type. */
function compiledWith(file: string, before: string, after: string): string {
  const place = path.join(copy, file);
  const text = readFileSync(place, 'utf8');
  expect(text).toContain(before);
  writeFileSync(place, text.replace(before, after));
  try {
    return execFileSync(path.resolve('node_modules/.bin/tsc'), ['--noEmit', '-p', 'tsconfig.core.json'], {
      cwd: copy,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (thrown) {
    return (thrown as { stdout: string }).stdout;
  } finally {
    writeFileSync(place, text);
  }
}

test('The unchanged core compiles', () => {
  expect(compiledWith('src/core/order/order.ts', 'OrderState', 'OrderState')).toBe('');
});

test.each([
  [
    'a state of an order',
    'src/core/order/order.ts',
    "'to-pay' | 'paid' | 'cancelled' | 'unknown';",
    "'to-pay' | 'paid' | 'cancelled' | 'unknown' | 'planted';",
    'src/core/order/stored.ts',
  ],
  [
    'a function of a device',
    'src/core/device/device-state.ts',
    "'bio' | 'light' | 'sleep';",
    "'bio' | 'light' | 'sleep' | 'planted';",
    'src/core/device/stored.ts',
  ],
  [
    'a field of a started treatment',
    'src/core/treatment/treatment.ts',
    '  ran?: boolean;',
    '  ran?: boolean;\n  planted?: string;',
    'src/core/treatment/records/stored.ts',
  ],
])('A core that gains %s without a schema for it does not compile', (_, file, before, after, stored) => {
  expect(compiledWith(file, before, after).split('\n')).toContainEqual(
    expect.stringMatching(new RegExp(`^${stored}\\(`)),
  );
});
