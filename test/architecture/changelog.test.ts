import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { release } from '../../scripts/changelog.mjs';

const KINDS = ['Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];
const changelog = readFileSync('CHANGELOG.md', 'utf8');

/** What in a text is not in the form of Keep a Changelog. */
function faultsOf(text: string): string[] {
  const headings = text.match(/^##+ .*$/gm) ?? [];
  const versions = headings.filter((heading) => heading.startsWith('## '));
  const faults = headings.filter((heading) => heading.startsWith('### ') && !KINDS.includes(heading.slice(4)));
  if (versions[0] !== '## Unreleased') faults.push('the first heading is not Unreleased');
  const released = versions.slice(1);
  faults.push(...released.filter((heading) => !/^## \d+\.\d+\.\d+ - \d{4}-\d\d-\d\d$/.test(heading)));
  const dates = released.map((heading) => heading.slice(-10));
  if (dates.join() !== dates.toSorted().toReversed().join()) faults.push('the newest version is not first');
  for (const part of text.split(/^## /m).slice(1)) {
    const kinds = part.match(/^### .*$/gm) ?? [];
    if (new Set(kinds).size < kinds.length) faults.push(`a kind occurs twice in ${part.split('\n', 1)[0]}`);
  }
  return faults;
}

describe('the changelog', () => {
  test('CHANGELOG.md has the form of Keep a Changelog', () => expect(faultsOf(changelog)).toEqual([]));

  test('CHANGELOG.md names the version of the package', () => {
    const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
    expect(changelog).toContain(`\n## ${version} - `);
  });

  test.each([
    ['## 1.0.0 - 2026-01-01\n', 'the first heading is not Unreleased'],
    ['## Unreleased\n### News\n', '### News'],
    ['## Unreleased\n## 1.0 - 2026-01-01\n', '## 1.0 - 2026-01-01'],
    ['## Unreleased\n## 1.0.0 - 2026-01-01\n## 1.1.0 - 2026-02-01\n', 'the newest version is not first'],
    ['## Unreleased\n### Added\n### Fixed\n### Added\n', 'a kind occurs twice in Unreleased'],
  ])('A changelog of another form is found: %j', (text, fault) => expect(faultsOf(text)).toEqual([fault]));

  test('A release gives the unreleased changes its version, and leaves an empty heading above them', () => {
    const before = '# Changelog\n\n## Unreleased\n\n### Added\n\n- A film.\n\n## 1.0.0 - 2026-01-01\n';
    const after = release(before, '1.1.0', '2026-02-01');
    expect(after).toContain('## Unreleased\n\n## 1.1.0 - 2026-02-01\n\n### Added\n\n- A film.\n\n## 1.0.0');
    expect(faultsOf(after)).toEqual([]);
    expect(() => release(after, '1.2.0', '2026-03-01')).toThrow('lists no unreleased change');
    expect(() => release(before, '1.0.0', '2026-03-01')).toThrow('already has the version 1.0.0');
  });
});
