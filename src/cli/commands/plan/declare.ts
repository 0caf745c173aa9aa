import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';
import { byOption, deviceArgument, operatorOption } from '../arguments.ts';

export function addPlanCommands(program: Program, register: RegisterAction): void {
  const plan = program.command('plan').description('List rental plans');
  register(
    plan
      .command('list')
      .description('List the plans for a device')
      .addArgument(deviceArgument())
      .addOption(byOption())
      .addOption(operatorOption('List the card plans of this operator')),
    'physio plan list PL10001 --by duration',
    () => import('./list.ts').then(({ listPlans, fields }) => ({ run: listPlans, fields })),
  );
}
