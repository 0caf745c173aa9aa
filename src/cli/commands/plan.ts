import { Option, type Command } from 'commander';
import type { Bind } from '../action.ts';

export function addPlanCommands(program: Command, bind: Bind): void {
  const plan = program.command('plan').description('what can be bought');
  bind(
    plan
      .command('list')
      .description('the plans for a device')
      .argument('<sno>', 'the device number, or the link on the device')
      .addOption(byOption())
      .option('--operator <id>', 'plans by uses of this operator'),
    () => import('./plan/list.ts'),
  );
}

export function byOption(): Option {
  return new Option('--by <basis>', 'rented for a time, or uses bought for a card').choices(['duration', 'uses']);
}
