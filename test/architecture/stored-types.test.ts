import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

/** What the core gains, and the schema that must follow it. */
const GAINS = [
  {
    file: 'src/core/order/order.ts',
    before: "'to-pay' | 'paid' | 'cancelled' | 'unknown';",
    after: "'to-pay' | 'paid' | 'cancelled' | 'unknown' | 'planted';",
    schema: 'src/core/order/stored.ts',
  },
  {
    file: 'src/core/device/device-state.ts',
    before: "'bio' | 'light' | 'sleep';",
    after: "'bio' | 'light' | 'sleep' | 'planted';",
    schema: 'src/core/device/stored.ts',
  },
  {
    file: 'src/core/treatment/treatment.ts',
    before: '  ran?: boolean;',
    after: '  ran?: boolean;\n  planted?: string;',
    schema: 'src/core/treatment/records/stored.ts',
  },
];

test('A core whose stored types gain a state, a function or a field without a schema for it does not compile', () => {
  const copy = mkdtempSync(path.join(tmpdir(), 'stored-types-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  for (const each of ['src/core', 'src/ports', 'tsconfig.json', 'tsconfig.core.json'])
    cpSync(each, path.join(copy, each), { recursive: true });
  symlinkSync(path.resolve('node_modules'), path.join(copy, 'node_modules'));
  for (const { file, before, after } of GAINS) {
    const text = readFileSync(file, 'utf8');
    expect(text).toContain(before);
    writeFileSync(path.join(copy, file), text.replace(before, after));
  }
  let output = '';
  try {
    execFileSync(path.resolve('node_modules/.bin/tsc'), ['--noEmit', '-p', 'tsconfig.core.json'], {
      cwd: copy,
      encoding: 'utf8',
      stdio: 'pipe',
    });
  } catch (thrown) {
    output = (thrown as { stdout: string }).stdout;
  }
  expect(GAINS.filter(({ schema }) => !output.includes(`${schema}(`))).toEqual([]);
});
