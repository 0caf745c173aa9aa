import type { Command } from 'commander';
import type { Bind } from '../action.ts';
import { allOption, byOption, deviceArgument } from './arguments.ts';

export function addOrderCommands(program: Command, bind: Bind): void {
  const order = program.command('order').description('order plans, and have them paid');
  bind(
    order
      .command('create')
      .description('order a plan for a device; the same wish again gives the same open order')
      .addArgument(deviceArgument())
      .requiredOption('--plan <id>', 'the plan, as physio plan list names it')
      .addOption(byOption())
      .option('--operator <id>', 'uses are bought from this operator')
      .option('--assist', 'on behalf of a customer'),
    'physio order create PL10001 --plan 101 --by duration',
    () => import('./order/create.ts'),
  );
  bind(
    named(order.command('pay').description('hand the order over to be paid in WeChat, and wait for it, 300 s unless --timeout says otherwise'))
      .option('--no-wait', 'only hand it over')
      .option('--open', 'show the link in the browser'),
    'physio order pay ZL0001 --timeout 600',
    () => import('./order/pay.ts'),
  );
  bind(
    order
      .command('list')
      .description('the newest orders')
      .option('--cards', 'orders of card packages')
      .option('--operator <id>', 'the operator of the card')
      .addOption(allOption()),
    'physio order list --all --json number,state,dueFen',
    () => import('./order/list.ts'),
  );
  bind(named(order.command('show').description('one order')), 'physio order show ZL0001', () => import('./order/show.ts'));
  bind(named(order.command('cancel').description('cancel an order that is still to be paid')), 'physio order cancel ZL0001 --yes', () => import('./order/cancel.ts'));
}

function named(command: Command): Command {
  return command
    .argument('<number>', 'the order number')
    .option('--card', 'an order of a card package')
    .option('--operator <id>', 'the operator of the card');
}
