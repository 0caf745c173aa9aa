import type { Program } from '../../input/shared-options.ts';

/** Prints the help on a command or topic. */
export type ShowHelpOn = (words: readonly string[]) => Promise<void>;

export function addHelpCommand(program: Program, show: ShowHelpOn): void {
  program
    .helpCommand(false)
    .command('help')
    .description('Show help for a command or topic')
    .argument('[words...]', 'Command, or a topic that physio --help lists')
    .action((words) => show(words));
}
