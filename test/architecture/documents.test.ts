import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  ...readdirSync('docs', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name)),
];

/** The project files that a document links to or names. */
function named(document: string): string[] {
  const text = readFileSync(document, 'utf8');
  const links = Array.from(text.matchAll(/\]\((?!https?:|#)([^)#\s]+)/g), ([, to = '']) =>
    path.join(path.dirname(document), to),
  );
  const files = Array.from(
    text.matchAll(/`((?:test|src|scripts|deploy|docs|sandbox|contract|tools)\/[\w./-]+\.(?:tsx?|mjs|md|json|conf))`/g),
    ([, file = '']) => file,
  );
  return [...links, ...files];
}

describe('the references in documents', () => {
  test('The documents contain more than sixty references', () =>
    expect(documents.flatMap(named).length).toBeGreaterThan(60));

  test.each(documents)('Every file that %s names exists', (document) => {
    expect(named(document).filter((file) => !existsSync(file))).toEqual([]);
  });
});
