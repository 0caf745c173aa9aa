import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { parsePosition, type Position } from './position.ts';

const OPTION = '--json';

/** The fields that `--json` can select in a command. */
type FieldsOf = (command: CommandUnknownOpts) => Promise<readonly string[]>;

/**
 * The words with each `--json` joined to its fields, or to none. Commander takes any following word as the value of an option with an optional value: the noun in
 * `--json device list`, the device in `device show --json PL10001`. Here a word counts as fields if the command has one of them, else as a command or argument if
 * it fits there, else as misspelled fields.
 */
export async function normalizeJsonOption(
  words: readonly string[],
  program: CommandUnknownOpts,
  fieldsOf: FieldsOf,
): Promise<string[]> {
  const tied = [...words];
  for (let at = 0; at < tied.length && tied[at] !== '--'; at += 1) {
    const [before, [word, next], after] = [tied.slice(0, at), tied.slice(at, at + 2), tied.slice(at + 2)];
    if (word !== OPTION || parsePosition(program, before).pendingOption) continue;
    const isFields =
      next !== undefined &&
      (next === '-' || !next.startsWith('-')) &&
      (await areFields(next, before, after, program, fieldsOf));
    tied.splice(at, isFields ? 2 : 1, isFields ? `${OPTION}=${next}` : `${OPTION}=`);
  }
  return tied;
}

async function areFields(
  word: string,
  before: readonly string[],
  after: readonly string[],
  program: CommandUnknownOpts,
  fieldsOf: FieldsOf,
): Promise<boolean> {
  const { command } = parsePosition(program, [...before, ...after]);
  if (isGroup(command)) return false;
  const fields = await fieldsOf(command);
  return (
    word.split(',').some((field) => fields.includes(field.trim())) ||
    !hasPlace(parsePosition(program, [...before, word, ...after]))
  );
}

/** Whether the command only has subcommands. */
function isGroup({ commands, registeredArguments }: CommandUnknownOpts): boolean {
  return commands.length > 0 && registeredArguments.length === 0;
}

/** Whether the words name a command that takes this many arguments. */
function hasPlace({ command, position }: Position): boolean {
  const { registeredArguments } = command;
  return !isGroup(command) && (position <= registeredArguments.length || registeredArguments.at(-1)?.variadic === true);
}
