import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Bind } from '../action.ts';
import { deviceArgument } from './arguments.ts';

export function addTreatmentCommands(program: Command, bind: Bind): void {
  const treatment = program.command('treatment').description('start, stop and look at treatments');
  bind(
    treatment
      .command('start')
      .description('start a treatment; where a use is deducted, that needs a yes')
      .addArgument(deviceArgument())
      .addOption(new Option('--mode <mode>', 'the mode').choices(['bio', 'light', 'sleep', 'quantum', 'custom']).makeOptionMandatory())
      .option('--minutes <n>', 'how long', code)
      .addOption(new Option('--function <name>', 'what a custom treatment does').choices(['bio', 'light', 'sleep']))
      .option('--voltage <code>', 'code of the voltage', code)
      .option('--frequency <code>', 'code of the frequency', code)
      .option('--waveform <code>', 'code of the waveform', code)
      .option('--infrared <code>', 'code of the infrared level', code)
      .option('--quantum-chamber', 'with the quantum energy chamber'),
    'physio treatment start PL10001 --mode custom --minutes 40 --function bio --voltage 3',
    () => import('./treatment/start.ts'),
  );
  bind(treatment.command('stop').description('stop the treatment').addArgument(deviceArgument()), 'physio treatment stop PL10001', () => import('./treatment/stop.ts'));
  bind(treatment.command('show').description('how the treatment stands now').addArgument(deviceArgument()), 'physio treatment show PL10001', () => import('./treatment/show.ts'));
}

function code(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= 0) return value;
  throw new InvalidArgumentError('It must be a whole number.');
}
