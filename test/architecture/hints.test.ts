import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const LITERAL =
  /\bphysio (?:login|logout|profile|account|doctor|device|plan|order|treatment|share|card|refund|feedback|completion|help|support|version)\b/;
/** Completion scripts and the report are not messages. */
const NO_MESSAGES = ['src/cli/completion/scripts.ts', 'src/cli/commands/doctor/report/report.ts'];

const isDeclaration = (file: string) =>
  path.basename(file) === 'declare.ts' || path.dirname(file) === path.join('src', 'cli', 'help');
const withoutComments = (source: string) => source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');

/** The lines of a source that contain a command as literal text. */
const literalsIn = (source: string) =>
  withoutComments(source)
    .split('\n')
    .filter((line) => LITERAL.test(line));

test('No message contains a literal command: commandHint builds all of them, with the account and the server', () => {
  const sources = ['cli', 'core', 'adapters'].flatMap((folder) =>
    readdirSync(`src/${folder}`, { recursive: true, encoding: 'utf8' }).map((file) => path.join('src', folder, file)),
  );
  const files = sources
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => !isDeclaration(file) && !NO_MESSAGES.includes(file.replaceAll(path.sep, '/')));
  expect(files.length).toBeGreaterThan(100);
  expect(
    files.flatMap((file) => literalsIn(readFileSync(file, 'utf8')).map((line) => `${file}: ${line.trim()}`)),
  ).toEqual([]);
});

test('A literal command in a message is detected, and one in a comment is not', () => {
  expect(
    literalsIn('const a = `Pay it: physio order pay ${number}`;\n/** See physio order list. */\n// physio doctor\n'),
  ).toHaveLength(1);
});
