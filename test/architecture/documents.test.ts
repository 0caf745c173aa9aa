import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'deploy/cli/README.md',
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

/** The headings of a document, as a link names them. */
function anchorsOf(document: string): string[] {
  return Array.from(readFileSync(document, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** The headings that a document links to and that do not exist, each with its document. */
function missingHeadings(document: string): string[] {
  return Array.from(
    readFileSync(document, 'utf8').matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g),
    ([, to = '', anchor = '']) => {
      const target = to === '' ? document : path.join(path.dirname(document), to);
      return anchorsOf(target).includes(anchor) ? [] : [`${target}#${anchor}`];
    },
  ).flat();
}

describe('the references in documents', () => {
  test('The documents contain more than sixty references', () =>
    expect(documents.flatMap(named).length).toBeGreaterThan(60));

  test.each(documents)('Every file that %s names exists', (document) => {
    expect(named(document).filter((file) => !existsSync(file))).toEqual([]);
  });

  test.each(documents)('Every heading that %s links to exists', (document) => {
    expect(missingHeadings(document)).toEqual([]);
  });
});
