// Gives the changes that CHANGELOG.md lists as unreleased the version of package.json and today's date. `npm version` runs it.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const UNRELEASED = '## Unreleased\n';

/** The text with a heading for the version, below an empty heading for what comes next. Throws if nothing is unreleased or the version is there. */
export function release(text, version, date) {
  const [before, after] = text.split(UNRELEASED);
  if (after === undefined) throw new Error('CHANGELOG.md has no heading "## Unreleased"');
  if (text.includes(`\n## ${version} - `)) throw new Error(`CHANGELOG.md already has the version ${version}`);
  if (!after.startsWith('\n### ')) throw new Error('CHANGELOG.md lists no unreleased change');
  return `${before}${UNRELEASED}\n## ${version} - ${date}\n${after}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
  const file = path.join(root, 'CHANGELOG.md');
  const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  writeFileSync(file, release(readFileSync(file, 'utf8'), version, new Date().toISOString().slice(0, 10)));
}
