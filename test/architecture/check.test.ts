import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const PASSES = 'node -e 0';
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'check-'));
  mkdirSync(path.join(folder, 'scripts'));
  cpSync('scripts/check.mjs', path.join(folder, 'scripts/check.mjs'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the fast checks in a project with these scripts. */
function check(scripts: Record<string, string>) {
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({
      scripts: { types: PASSES, lint: PASSES, 'format:check': PASSES, 'dead-code': PASSES, ...scripts },
    }),
  );
  const { status, stdout } = spawnSync(process.execPath, ['scripts/check.mjs'], { cwd: folder, encoding: 'utf8' });
  return {
    status,
    lines: stdout
      .replaceAll(/\(\d+\.\d s\)/g, '(time)')
      .trim()
      .split('\n'),
  };
}

describe('npm run check', () => {
  test('npm run check succeeds and prints one line for each check if all of them pass', () => {
    const { status, lines } = check({});
    expect(status).toBe(0);
    expect(lines.toSorted()).toEqual([
      'ok     dead-code (time)',
      'ok     format:check (time)',
      'ok     lint (time)',
      'ok     types (time)',
    ]);
  });

  test('npm run check fails, names every failed check and prints only the output of those', () => {
    const { status, lines } = check({
      types: `node -e "console.log('types are fine')" && node -e "console.error('src/a.ts: no such name'); process.exitCode = 2"`,
      lint: `node -e "console.log('nothing to report')"`,
      'dead-code': `node -e "console.log('unused: b.ts'); process.exitCode = 1"`,
    });
    expect(status).toBe(1);
    expect(lines).toContain('FAILED types (time)');
    expect(lines).toContain('ok     lint (time)');
    expect(lines.slice(4)).toEqual([
      '',
      '— types',
      'src/a.ts: no such name',
      '',
      '— dead-code',
      'unused: b.ts',
      '',
      '2 of 4 checks failed: types, dead-code',
    ]);
  });
});
