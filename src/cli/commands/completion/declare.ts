import { Argument } from '@commander-js/extra-typings';
import { SHELLS } from '../../completion/scripts.ts';
import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';

/** Prints the completions of a line of words. */
export type Complete = (words: readonly string[]) => Promise<void>;

export function addCompletionCommands(program: Program, register: RegisterAction, complete: Complete): void {
  register(
    program
      .command('completion')
      .description('Print a shell completion script for commands, device numbers and profiles')
      .addArgument(new Argument('<shell>', 'Shell').choices(SHELLS)),
    'eval "$(physio completion bash)"',
    () =>
      import('./script.ts').then(({ printCompletionScript, fields }) => ({
        run: printCompletionScript,
        fields,
      })),
  );
  program
    .command('__complete', { hidden: true })
    .argument('[words...]')
    .option('--new-word', 'Complete an empty word after the others, for shells that cannot pass one')
    .action((words, { newWord }) => complete(newWord ? [...words, ''] : words));
}
