import { InvalidArgumentError } from '@commander-js/extra-typings';
import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';

export function addDoctorCommand(program: Program, register: RegisterAction): void {
  register(
    program
      .command('doctor')
      .description('Check configuration, connection, token and device channel')
      .option('--contract', 'Validate every read endpoint against the contract')
      .option('--report <file>', 'Write a .md or .json report without secrets; an existing file is not overwritten')
      .option('--device <sno>', 'Device to check (default: a rented or shared one, or of a past rental or order)')
      .option('--config <file>', "Check the page's app-config.json before it is deployed, and nothing else")
      .option('--slow <ms>', 'Warn about responses that take longer (default: 1000 ms)', milliseconds),
    'physio doctor --contract --device PL10001',
    () => import('./doctor.ts').then(({ runDoctor, fields }) => ({ run: runDoctor, fields })),
  );
}

const MAX_SLOW_MS = 600_000;

function milliseconds(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value > 0 && value <= MAX_SLOW_MS) return value;
  throw new InvalidArgumentError('Enter a whole number of milliseconds, from 1 to 600000 (ten minutes).');
}
