import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { beforeAll, describe, expect, test } from 'vitest';
import { TOPICS } from '../../src/cli/help/help-topics.ts';
import { pathOf } from '../../src/cli/input/position.ts';
import { declaredProgram } from '../../src/cli/program.ts';
import { everyCommand } from './declared-commands.ts';

const MAX_LENGTH = 80;

let commands: CommandUnknownOpts[];
beforeAll(async () => {
  commands = everyCommand((await declaredProgram('9.9.9')).program);
});

/** Each description of a command, an argument or an option with its place. */
function descriptions(): [place: string, text: string][] {
  return commands.flatMap((command) => [
    [pathOf(command), command.description()] as [string, string],
    ...command.registeredArguments.map((each): [string, string] => [
      `${pathOf(command)} <${each.name()}>`,
      each.description,
    ]),
    ...command.options.map((each): [string, string] => [`${pathOf(command)} ${each.flags}`, each.description]),
  ]);
}

/** Verbs with which the description of a command begins. */
const VERBS =
  /^(Add|Bind|Cancel|Check|Collect|Create|Delete|Enter|Explain|List|Manage|Order|Print|Read|Remove|Rename|Rent|Report|Send|Set|Share|Show|Sign|Start|Stop|Switch|Trust|Wait|Write)\b/;

describe('a description in the help', () => {
  test('The description of a command begins with a verb', () => {
    const others = commands.map((command) => command.description()).filter((text) => !VERBS.test(text));
    expect(others).toEqual([]);
  });

  test('It begins with a capital letter and ends without a full stop', () => {
    expect(descriptions().filter(([, text]) => !/^[A-Z].*[^.]$/.test(text))).toEqual([]);
  });

  test('It has at most 80 characters', () => {
    expect(descriptions().filter(([, text]) => text.length > MAX_LENGTH)).toEqual([]);
  });

  test('The description of a topic begins with a capital letter and ends without a full stop', () => {
    expect(Object.values(TOPICS).filter(({ about }) => !/^[A-Z].*[^.]$/.test(about))).toEqual([]);
  });
});

/** Figures of speech and second words for a thing, with the word to use. */
const AVOIDED: readonly [RegExp, string][] = [
  [/\b(ask|contact) the shop\b/i, 'operator'],
  [/\bmerchant\b/i, 'operator'],
  [/\banew\b/i, 'again'],
  [/\bstands? out\b/i, 'findings'],
  [/\bhand(ed|s)? over\b/i, 'create a payment link'],
  [/\bis not to be had\b/i, 'choose from'],
  [/\bas agreed\b/i, 'matches the contract'],
  [/\bmend\b/i, 'fix'],
  [/\bwhoever\b/i, 'the user'],
  [/\btakes? (it|this) away\b/i, 'remove'],
  [/\bto no avail\b/i, 'failed'],
  [/\blook(s|ed)? (whether|at)\b/i, 'check'],
  [/\bnobody (says|knows)\b/i, 'could not confirm'],
  [/\bgood, \d|\d+ bad\b/i, 'passed, failed'],
  [/\bgravest\b/i, 'the most severe'],
  [/\bthe visit\b/i, 'the session'],
  [/^error:/i, 'the message alone: physio: comes before it'],
  [/\bplease\b/i, 'the imperative'],
  [/\bfail(ed|s|ure)? silently\b/i, 'what happens'],
  [/\bcolou?r (is|are)? ?off\b/i, 'disable colors'],
];

/** The texts in the sources of the command line that have more than one word. */
function texts(): [file: string, text: string][] {
  return readdirSync('src/cli', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .flatMap((name) =>
      readFileSync(path.join('src/cli', name), 'utf8')
        .split('\n')
        .filter((line) => !/^\s*(\/?\*|\/\/|import |export \{)/.test(line))
        .flatMap((line) => Array.from(line.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`|"([^"]*)"/g)))
        .map(([, one, other, third]): [string, string] => [name, one ?? other ?? third ?? ''])
        .filter(([, text]) => text.trim().includes(' ')),
    );
}

describe('the texts of the command line', () => {
  test('There are more than three hundred', () => expect(texts().length).toBeGreaterThan(300));

  test.each(AVOIDED)('None matches %s: the word is %s', (pattern) => {
    expect(texts().filter(([, text]) => pattern.test(text))).toEqual([]);
  });

  test('The rules recognize what they avoid', () => {
    const avoided = [
      'Ask the shop',
      'error: no token',
      'Sign in anew',
      'The answer is not as agreed',
      'mend it or remove it',
    ];
    for (const text of avoided) expect(AVOIDED.some(([pattern]) => pattern.test(text))).toBe(true);
  });
});
