import { scriptFor, type Shell } from '../../completion/scripts.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';

export const fields = ['shell', 'script'];

export async function printCompletionScript({ output }: Context, shell: Shell): Promise<ExitCode> {
  const script = scriptFor(shell);
  await output.record({ shell, script }, script.trimEnd().split('\n'));
  return EXIT.done;
}
