import type { RegisterAction } from '../register-action.ts';
import type { Program } from '../shared-options.ts';

export function addDoctorCommand(program: Program, register: RegisterAction): void {
  register(
    program
      .command('doctor')
      .description('Check configuration, connection, token and device channel')
      .option('--contract', 'Validate every read endpoint against the contract')
      .option('--report <file>', 'Write a .md or .json report without secrets; an existing file is not overwritten')
      .option('--device <sno>', 'Device to check (default: the first rented device that is online)'),
    'physio doctor --contract --device PL10001',
    () => import('./doctor/doctor.ts').then(({ runDoctor, fields }) => ({ run: runDoctor, fields })),
  );
}
