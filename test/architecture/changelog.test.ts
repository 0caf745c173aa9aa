import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { release } from '../../scripts/changelog.mjs';

const changelog = readFileSync('CHANGELOG.md', 'utf8');
const headings = Array.from(changelog.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);
const RELEASE = /^(\d+)\.(\d+)\.(\d+) - (\d{4}-\d{2}-\d{2})$/;

describe('CHANGELOG.md', () => {
  test('It begins with what is not released, and each release after it has a version and a date', () => {
    expect(headings[0]).toBe('Unreleased');
    expect(headings.length).toBeGreaterThan(1);
    expect(headings.slice(1).filter((heading) => !RELEASE.test(heading))).toEqual([]);
  });

  test('The releases stand from the newest to the oldest', () => {
    const released = headings.slice(1).map((heading) => (RELEASE.exec(heading) ?? []).slice(1, 4).map(Number));
    const sorted = released.toSorted((one, other) => {
      const at = one.findIndex((part, index) => part !== other[index]);
      return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0);
    });
    expect(released).toEqual(sorted);
  });

  test('The newest release is the version of the package and of its lock file', () => {
    const versionIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
    const newest = headings[1]?.split(' - ')[0];
    expect([versionIn('package.json'), versionIn('package-lock.json')]).toEqual([newest, newest]);
  });

  test('What is not released is sorted by the kinds of Keep a Changelog', () => {
    const [, unreleased = ''] = changelog.split(/^## /m);
    const kinds = Array.from(unreleased.matchAll(/^### (.+)$/gm), ([, kind]) => kind);
    const known = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
    expect(kinds.filter((kind) => !known.includes(kind ?? ''))).toEqual([]);
    expect(new Set(kinds).size).toBe(kinds.length);
  });

  test('A release gives the unreleased changes its version, and leaves an empty heading above them', () => {
    const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A film.\n\n## 1.0.0 - 2026-01-01\n';
    const after = release(before, '1.1.0', '2026-02-01');
    expect(after).toBe(before.replace('Unreleased\n', 'Unreleased\n\n## 1.1.0 - 2026-02-01\n'));
    expect(() => release(after, '1.2.0', '2026-03-01')).toThrow('lists no unreleased change');
    expect(() => release(before, '1.0.0', '2026-03-01')).toThrow('already has the version 1.0.0');
  });
});
