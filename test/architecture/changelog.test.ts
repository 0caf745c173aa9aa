import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { release } from '../../scripts/changelog.mjs';

test('The newest release in CHANGELOG.md is the version of the package and of its lock file', () => {
  const versionIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  const [, newest] = /^## (\d+\.\d+\.\d+) - \d{4}-\d{2}-\d{2}$/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? [];
  expect([versionIn('package.json'), versionIn('package-lock.json')]).toEqual([newest, newest]);
});

test('A release gives the unreleased changes its version, and leaves an empty heading above them', () => {
  const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A film.\n\n## 1.0.0 - 2026-01-01\n';
  const after = release(before, '1.1.0', '2026-02-01');
  expect(after).toBe(before.replace('Unreleased\n', 'Unreleased\n\n## 1.1.0 - 2026-02-01\n'));
  expect(() => release(after, '1.2.0', '2026-03-01')).toThrow('lists no unreleased change');
  expect(() => release(before, '1.0.0', '2026-03-01')).toThrow('already has the version 1.0.0');
});
