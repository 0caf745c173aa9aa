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
