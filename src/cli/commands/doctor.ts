import type { Command } from 'commander';
import type { Bind } from '../action.ts';

export function addDoctorCommand(program: Command, bind: Bind): void {
  bind(
    program
      .command('doctor')
      .description('look whether everything is well, from the configuration to the device channel')
      .option('--contract', 'hold every read against the contract, field by field')
      .option('--report <file>', 'the same, written to a new .md or .json file for the server’s makers, without secrets; a file that is there is not overwritten')
      .option('--device <sno>', 'the device to ask about, else the first on lease that is online'),
    'physio doctor --contract --device PL10001',
    () => import('./doctor/doctor.ts'),
  );
}
