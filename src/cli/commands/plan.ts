import type { Command } from 'commander';
import type { Bind } from '../action.ts';
import { byOption, deviceArgument } from './arguments.ts';

export function addPlanCommands(program: Command, bind: Bind): void {
  const plan = program.command('plan').description('what can be bought');
  bind(
    plan
      .command('list')
      .description('the plans for a device')
      .addArgument(deviceArgument())
      .addOption(byOption())
      .option('--operator <id>', 'plans by uses of this operator'),
    'physio plan list PL10001 --by duration',
    () => import('./plan/list.ts'),
  );
}
