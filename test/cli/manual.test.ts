import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { page as manPage } from '../../manual/manual.ts';
import { version } from '../../package.json';
import { EXIT } from '../../src/cli/words/exit-codes.ts';
import { declaredProgram } from '../../src/cli/program.ts';
import { pathOf } from '../../src/cli/input/position.ts';
import { everyCommand } from './declared-commands.ts';

/** Runs a checker of man pages on the page; undefined if it is not installed. */
function complaintsOf(checker: string, words: readonly string[]): string | undefined {
  const { error, stdout, stderr } = spawnSync(checker, words, { input: manPage, encoding: 'utf8' });
  return error ? undefined : words.includes('lint') ? stdout + stderr : stderr;
}

describe('the man page', () => {
  // covers cli.rule.41a
  test('The man page describes every command', async () => {
    const { program } = await declaredProgram(version);
    for (const path of everyCommand(program).slice(1).map(pathOf))
      expect(manPage).toContain(`\n.SS ${path.replaceAll('-', '\\-')}\n`);
  });

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

describe('docs/cli.md', () => {
  const document = readFileSync('docs/cli.md', 'utf8');

  test('The page says of each exit code what a script does', () => {
    for (const code of Object.values(EXIT)) expect(document).toMatch(new RegExp(`^\\| ${code}\\b`, 'm'));
  });

  test('The page names every command that takes --dry-run', async () => {
    const { program } = await declaredProgram(version);
    const takers = everyCommand(program).filter(({ options }) => options.some(({ long }) => long === '--dry-run'));
    expect(takers.length).toBeGreaterThan(4);
    const section = document.split('\n## ').find((part) => part.startsWith('Dry run'));
    for (const taker of takers) expect(section).toContain(`\`${pathOf(taker).replace('physio ', '')}\``);
  });
});
