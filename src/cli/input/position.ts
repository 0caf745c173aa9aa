import type { CommandUnknownOpts, Option } from '@commander-js/extra-typings';

/** The position in a partly typed command line. */
export interface Position {
  command: CommandUnknownOpts;
  /** The number of arguments so far. */
  position: number;
  /** The option whose value comes next. */
  pendingOption?: Option;
}

/** Finds the command that the words name, and the possible next words. */
export function parsePosition(program: CommandUnknownOpts, words: readonly string[]): Position {
  let command = program;
  let position = 0;
  let pendingOption: Option | undefined;
  let onlyArguments = false;
  for (const word of words) {
    if (pendingOption) {
      pendingOption = undefined;
      continue;
    }
    if (!onlyArguments && word === '--') {
      onlyArguments = true;
      continue;
    }
    if (!onlyArguments && word.startsWith('-') && word !== '-') {
      const option = [...command.options, ...program.options].find(
        ({ long, short }) => word === long || word === short,
      );
      pendingOption = option?.required ? option : undefined;
      continue;
    }
    const next = position === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (next) command = next;
    else position += 1;
  }
  return { command, position, pendingOption };
}

/** A command's name with those of its parents, as it is typed. */
export function pathOf(command: CommandUnknownOpts): string {
  return command.parent ? `${pathOf(command.parent)} ${command.name()}` : command.name();
}
