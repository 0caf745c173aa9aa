import { Argument, type Command } from 'commander';
import type { Bind } from '../action.ts';
import { SHELLS } from '../completion/scripts.ts';

/** Answers what a line of words can go on with. */
export type Complete = (words: readonly string[]) => Promise<void>;

export function addCompletionCommands(program: Command, bind: Bind, complete: Complete): void {
  bind(
    program
      .command('completion')
      .description('the script that teaches a shell to complete command lines, device numbers and profiles')
      .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS)),
    'eval "$(physio completion bash)"',
    () => import('./completion/script.ts'),
  );
  program.command('__complete', { hidden: true }).argument('[words...]').action(complete);
}
