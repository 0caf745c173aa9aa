import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';
import { deviceArgument, dryRunOption } from '../arguments.ts';

export function addTreatmentCommands(program: Program, register: RegisterAction): void {
  const treatment = program.command('treatment').description('Start, stop and show treatments');
  register(
    treatment
      .command('start')
      .description('Start a treatment (asks before deducting a use)')
      .addArgument(deviceArgument())
      .addOption(
        new Option('--mode <mode>', 'Treatment mode')
          .choices(['bio', 'light', 'sleep', 'quantum', 'custom'] as const)
          .makeOptionMandatory(),
      )
      .option('--minutes <n>', 'Duration in minutes', wholeNumber)
      .addOption(
        new Option('--function <name>', 'Function of a custom treatment').choices(['bio', 'light', 'sleep'] as const),
      )
      .option('--voltage <code>', 'Voltage code', wholeNumber)
      .option('--frequency <code>', 'Frequency code', wholeNumber)
      .option('--waveform <code>', 'Waveform code', wholeNumber)
      .option('--infrared <code>', 'Infrared level code', wholeNumber)
      .option('--quantum-chamber', 'Use the quantum energy chamber')
      .addOption(dryRunOption()),
    'physio treatment start PL10001 --mode custom --minutes 40 --function bio --voltage 3',
    () =>
      Promise.all([import('./start.ts'), import('../../run/dry-run.ts')]).then(
        ([{ startTreatment, fields }, { withDryRun }]) => withDryRun({ run: startTreatment, fields }),
      ),
  );
  register(
    treatment.command('stop').description('Stop a treatment').addArgument(deviceArgument()).addOption(dryRunOption()),
    'physio treatment stop PL10001',
    () =>
      Promise.all([import('./stop.ts'), import('../../run/dry-run.ts')]).then(
        ([{ stopTreatment, fields }, { withDryRun }]) => withDryRun({ run: stopTreatment, fields }),
      ),
  );
  register(
    treatment.command('show').description('Show the current treatment').addArgument(deviceArgument()),
    'physio treatment show PL10001',
    () => import('./show.ts').then(({ showTreatment, fields }) => ({ run: showTreatment, fields })),
  );
}

function wholeNumber(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('Enter a whole number.');
}
