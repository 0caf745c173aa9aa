import type { Command, Option } from 'commander';

/** How far a line of words has come. */
export interface Position {
  command: Command;
  /** How many words are there that are neither commands nor options. */
  position: number;
  /** The option whose value comes next. */
  awaits?: Option;
}

/** Which command the words name, and what they leave to come. */
export function positionIn(program: Command, words: readonly string[]): Position {
  let command = program;
  let position = 0;
  let awaits: Option | undefined;
  let onlyArguments = false;
  for (const word of words) {
    if (awaits) {
      awaits = undefined;
      continue;
    }
    if (!onlyArguments && word === '--') {
      onlyArguments = true;
      continue;
    }
    if (!onlyArguments && word.startsWith('-') && word !== '-') {
      const option = [...command.options, ...program.options].find(({ long, short }) => word === long || word === short);
      awaits = option?.required ? option : undefined;
      continue;
    }
    const next = position === 0 ? command.commands.find((each) => each.name() === word) : undefined;
    if (next) command = next;
    else position += 1;
  }
  return { command, position, awaits };
}
