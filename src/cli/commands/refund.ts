import type { Command } from 'commander';
import type { Bind } from '../action.ts';
import { allOption } from './arguments.ts';

export function addRefundCommands(program: Command, bind: Bind): void {
  const refund = program.command('refund').description('refunds, and how far they are');
  bind(refund.command('list').description('the newest refunds').addOption(allOption()), 'physio refund list --all', () => import('./refund/list.ts'));
}
