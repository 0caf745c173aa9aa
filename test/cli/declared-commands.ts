import type { CommandUnknownOpts } from '@commander-js/extra-typings';
import { subcommands } from '../../src/cli/help/command-reference.ts';

/** The program and all commands below it. */
export function everyCommand(program: CommandUnknownOpts): CommandUnknownOpts[] {
  return [program, ...subcommands(program).flatMap(everyCommand)];
}

/** The words of an example without the program's name and without what a shell adds to them. */
export function wordsOf(line: string): string[] {
  const command = (/\$\((.*)\)/.exec(line)?.[1] ?? line).replace(/ [<>|].*/, '');
  return Array.from(command.matchAll(/'([^']*)'|(\S+)/g), ([, quoted, word]) => quoted ?? word ?? '').filter(
    (word, at) => at > 0 || word !== 'physio',
  );
}
