import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';

export function addVersionCommand(program: Program, register: RegisterAction): void {
  register(
    program.command('version').description('Show the version; with --json also the commit, Node and the platform'),
    'physio version --json',
    () => import('./show.ts').then(({ showVersion, fields }) => ({ run: showVersion, fields })),
  );
}
