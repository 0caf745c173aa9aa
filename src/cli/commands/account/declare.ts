import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';
import { phoneArgument } from '../arguments.ts';

export function addAccountCommands(program: Program, register: RegisterAction): void {
  const account = program.command('account').description('Show the signed-in account and bind its phone number');
  register(
    account.command('show').description('Show the signed-in account and when its token expires'),
    'physio account show',
    () => import('./show.ts').then(({ showAccount, fields }) => ({ run: showAccount, fields })),
  );
  register(
    account.command('send-code').description('Send a verification code to a phone number').addArgument(phoneArgument()),
    'physio account send-code 13800000001',
    () => import('./send-code.ts').then(({ sendCode, fields }) => ({ run: sendCode, fields })),
  );
  register(
    account
      .command('bind')
      .description('Bind a phone number with a verification code')
      .addArgument(phoneArgument())
      .argument('<code>', 'Verification code'),
    'physio account bind 13800000001 123456',
    () => import('./bind.ts').then(({ bindPhone, fields }) => ({ run: bindPhone, fields })),
  );
}
