import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';
import { allOption } from '../arguments.ts';

export function addRefundCommands(program: Program, register: RegisterAction): void {
  const refund = program.command('refund').description('Show refunds and their status');
  register(
    refund.command('list').description('List refunds, newest first').addOption(allOption()),
    'physio refund list --all',
    () => import('./list.ts').then(({ listRefunds, fields }) => ({ run: listRefunds, fields })),
  );
}
