import type { RegisterAction } from '../register-action.ts';
import type { Program } from '../shared-options.ts';

export function addVersionCommand(program: Program, register: RegisterAction): void {
  register(
    program.command('version').description('Show the version; with --json also the commit, Node and the platform'),
    'physio version --json',
    () => import('./version/show.ts').then(({ showVersion, fields }) => ({ run: showVersion, fields })),
  );
}
