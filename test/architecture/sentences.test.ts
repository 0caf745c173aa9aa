import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** A message, a warning or a note that begins with a word of small letters, which is no name if a space follows. */
const BEGINS_SMALL = /(?:\bmessage:|\.(?:warn|note|refuse)\(|\brefusal\()\s*['"`][a-z]+ /g;
/** Words in a table or within a report, not sentences of their own. */
const NO_SENTENCES = ["message: 'skipped: the check had stopped", "message: 'no devices to check"];

const smallIn = (source: string) => source.match(BEGINS_SMALL) ?? [];

test('Each message of the command line begins with a capital letter or a name', () => {
  const files = readdirSync('src/cli', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((file) => {
    // These give the reason within a sentence.
    if (path.basename(file) === 'profile-name.ts') return [];
    const source = readFileSync(path.join('src/cli', file), 'utf8');
    return smallIn(NO_SENTENCES.reduce((text, words) => text.replace(words, ''), source)).map(
      (small) => `${file}: ${small}`,
    );
  });
  expect(found).toEqual([]);
});

test('A message that begins with a small letter is detected, and one that begins with a field is not', () => {
  expect(smallIn("new Problem('x', { message: 'give a number' }); output.warn(`apiBase: required`);")).toHaveLength(1);
});
