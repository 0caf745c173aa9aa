import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';
import { allOption } from '../arguments.ts';

export function addCardCommands(program: Program, register: RegisterAction): void {
  const card = program.command('card').description('Show card packages (prepaid uses at one operator)');
  register(
    card.command('list').description('List cards and their remaining uses').addOption(allOption()),
    'physio card list --json operatorId,remainingUses',
    () => import('./list.ts').then(({ listCards, fields }) => ({ run: listCards, fields })),
  );
}
