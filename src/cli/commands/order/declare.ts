import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';
import { allOption, byOption, deviceArgument, dryRunOption, operatorOption, planOption } from '../arguments.ts';

const NUMBER = 'Order number';
const CARD = 'Look among the orders of card packages only';
const OPERATOR = 'Operator of the card, if you have cards of several (IDs: physio card list)';

export function addOrderCommands(program: Program, register: RegisterAction): void {
  const order = program.command('order').description('Create, pay and cancel orders');
  register(
    order
      .command('create')
      .description('Order a plan for a device, or return its open order')
      .addArgument(deviceArgument())
      .addOption(planOption('Plan ID from physio plan list'))
      .addOption(byOption())
      .addOption(operatorOption('Operator to buy card uses from'))
      .option('--assist', 'Order on behalf of a customer')
      .option('--no-assist', 'Order for yourself')
      .addOption(dryRunOption()),
    'physio order create PL10001 --plan 101 --by duration',
    () =>
      Promise.all([import('./create.ts'), import('../../run/dry-run.ts')]).then(
        ([{ createOrder, fields }, { withDryRun }]) => withDryRun({ run: createOrder, fields }),
      ),
  );
  register(
    order
      .command('pay')
      .description('Show a WeChat payment code and wait for payment (default 300 s)')
      .argument('<number>', NUMBER)
      .option('--card', CARD)
      .addOption(operatorOption(OPERATOR))
      .option('--no-wait', 'Print the payment link without waiting')
      .option('--open', 'Open the payment link in the browser')
      .addOption(dryRunOption()),
    'physio order pay ZL0001 --timeout 600',
    () =>
      Promise.all([import('./pay.ts'), import('../../run/dry-run.ts')]).then(([{ payOrder, fields }, { withDryRun }]) =>
        withDryRun({ run: payOrder, fields }),
      ),
  );
  register(
    order
      .command('list')
      .description('List orders, newest first')
      .option('--cards', 'List orders of card packages, with each operator of physio card list')
      .addOption(operatorOption('List orders of card packages with this operator only (IDs: physio card list)'))
      .addOption(allOption()),
    'physio order list --all --json number,state,dueFen',
    () => import('./list.ts').then(({ listOrders, fields }) => ({ run: listOrders, fields })),
  );
  register(
    order
      .command('show')
      .description('Show an order')
      .argument('<number>', NUMBER)
      .option('--card', CARD)
      .addOption(operatorOption(OPERATOR)),
    'physio order show ZL0001',
    () => import('./show.ts').then(({ showOrder, fields }) => ({ run: showOrder, fields })),
  );
  register(
    order
      .command('cancel')
      .description('Cancel an unpaid order')
      .argument('<number>', NUMBER)
      .option('--card', CARD)
      .addOption(operatorOption(OPERATOR)),
    'physio order cancel ZL0001 --yes',
    () => import('./cancel.ts').then(({ cancelOrder, fields }) => ({ run: cancelOrder, fields })),
  );
}
