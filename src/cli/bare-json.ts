import type { Command } from 'commander';
import { positionIn, type Position } from './position.ts';

const OPTION = '--json';

/** What `--json` can choose from in a command. */
type FieldsOf = (command: Command) => Promise<readonly string[]>;

/**
 * The words with each `--json` tied to the fields it has, or to none. Commander gives any word that follows to an option whose value may be left out: the noun in
 * `--json device list`, the device in `device show --json PL10001`. Here a word is taken for fields where the command has one of them, else for a part of the
 * command line where it has a place there, else for fields that are misspelt.
 */
export async function withJsonTied(words: readonly string[], program: Command, fieldsOf: FieldsOf): Promise<string[]> {
  const tied = [...words];
  for (let at = 0; at < tied.length && tied[at] !== '--'; at += 1) {
    const [before, [word, next], after] = [tied.slice(0, at), tied.slice(at, at + 2), tied.slice(at + 2)];
    if (word !== OPTION || positionIn(program, before).awaits) continue;
    const isFields = next !== undefined && (next === '-' || !next.startsWith('-')) && (await areFields(next, before, after, program, fieldsOf));
    tied.splice(at, isFields ? 2 : 1, isFields ? `${OPTION}=${next}` : `${OPTION}=`);
  }
  return tied;
}

async function areFields(word: string, before: readonly string[], after: readonly string[], program: Command, fieldsOf: FieldsOf): Promise<boolean> {
  const { command } = positionIn(program, [...before, ...after]);
  if (isGroup(command)) return false;
  const fields = await fieldsOf(command);
  return word.split(',').some((field) => fields.includes(field.trim())) || !hasPlace(positionIn(program, [...before, word, ...after]));
}

/** Whether another word must say which command is meant. */
function isGroup({ commands }: Command): boolean {
  return commands.length > 0;
}

/** Whether a command has been named, and takes as many arguments as there are. */
function hasPlace({ command, position }: Position): boolean {
  const { registeredArguments } = command;
  return !isGroup(command) && (position <= registeredArguments.length || registeredArguments.at(-1)?.variadic === true);
}
