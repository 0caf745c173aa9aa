import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { documents } from '../../manual/documents.ts';
import { version } from '../../package.json';
import { declaredProgram } from '../../src/cli/program.ts';
import { pathOf } from '../../src/cli/input/position.ts';
import { everyCommand } from './declared-commands.ts';

const markdown = documents['docs/cli.md'] ?? '';
const manPage = documents['dist/cli/physio.1'] ?? '';

/** Runs a checker of man pages on the page; undefined if it is not installed. */
function complaintsOf(checker: string, words: readonly string[]): string | undefined {
  const { error, stdout, stderr } = spawnSync(checker, words, { input: manPage, encoding: 'utf8' });
  return error ? undefined : words.includes('lint') ? stdout + stderr : stderr;
}

describe('the manual', () => {
  // covers cli.rule.41a
  test('docs/cli.md is up to date', () => {
    const stored = existsSync('docs/cli.md') ? readFileSync('docs/cli.md', 'utf8') : '';
    expect(stored === markdown, 'docs/cli.md is stale: run npm run docs:cli, and commit the result').toBe(true);
  });

  test('docs/cli.md and the man page describe every command', async () => {
    const { program } = await declaredProgram(version);
    for (const path of everyCommand(program).slice(1).map(pathOf)) {
      expect(markdown).toContain(`\n### ${path}\n`);
      expect(manPage).toContain(`\n.SS ${path.replaceAll('-', '\\-')}\n`);
    }
  });

  test('Each link of docs/cli.md to a heading leads to one', () => {
    const anchors = Array.from(markdown.matchAll(/^#+ (.*)$/gm), ([, title = '']) =>
      title
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = Array.from(markdown.matchAll(/\]\(#([^)]+)\)/g), ([, to]) => to);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((to = '') => !anchors.includes(to))).toEqual([]);
  });
});

describe('the man page', () => {
  test('It names its version, and is ASCII', () => {
    expect(manPage.split('\n')[0]).toBe(`.TH PHYSIO 1 "" "physio ${version}" "User Commands"`);
    expect(manPage).toMatch(/^[\n -~]*$/);
  });

  test('Each line that begins with a dot is a request for man', () => {
    const requests = Array.from(manPage.matchAll(/^[.'](\S*)/gm), ([, name]) => name);
    expect([...new Set(requests)].toSorted()).toEqual(['PP', 'SH', 'SS', 'TH', 'TP', 'fi', 'nf']);
  });

  test('groff renders it without a warning', ({ skip }) => {
    const complaints = complaintsOf('groff', ['-man', '-Tascii', '-ww', '-z']);
    skip(complaints === undefined, 'groff is not installed');
    expect(complaints).toBe('');
  });

  test('mandoc finds no fault but the missing date', ({ skip }) => {
    const complaints = complaintsOf('mandoc', ['-T', 'lint', '-W', 'warning']);
    skip(complaints === undefined, 'mandoc is not installed');
    expect(complaints?.split('\n').filter((line) => line !== '' && !line.includes('missing date'))).toEqual([]);
  });
});
