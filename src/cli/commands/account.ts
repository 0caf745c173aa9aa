import type { Command } from 'commander';
import type { Bind } from '../action.ts';
import { phoneArgument } from './arguments.ts';

export function addAccountCommands(program: Command, bind: Bind): void {
  const account = program.command('account').description('who is signed in, and the phone number bound to them');
  bind(account.command('show').description('who is signed in, and until when where the token says so'), 'physio account show', () => import('./account/show.ts'));
  bind(
    account.command('send-code').description('have a verification code sent to a phone number').addArgument(phoneArgument()),
    'physio account send-code 13800000001',
    () => import('./account/send-code.ts'),
  );
  bind(
    account
      .command('bind')
      .description('bind a phone number by the code that was sent to it')
      .addArgument(phoneArgument())
      .argument('<code>', 'the verification code'),
    'physio account bind 13800000001 123456',
    () => import('./account/bind.ts'),
  );
}
