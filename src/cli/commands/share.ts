import type { Command } from 'commander';
import type { Bind } from '../action.ts';
import { deviceArgument, phoneArgument } from './arguments.ts';

export function addShareCommands(program: Command, bind: Bind): void {
  const share = program.command('share').description('let other phone numbers use a device on lease');
  bind(share.command('list').description('whom the device is shared with').addArgument(deviceArgument()), 'physio share list PL10003', () => import('./share/list.ts'));
  bind(
    share.command('add').description('share the device with a phone number').addArgument(deviceArgument()).addArgument(phoneArgument()),
    'physio share add PL10003 13800000003',
    () => import('./share/add.ts'),
  );
  bind(
    share.command('remove').description('end the sharing with a phone number').addArgument(deviceArgument()).addArgument(phoneArgument()),
    'physio share remove PL10003 13800000003 --yes',
    () => import('./share/remove.ts'),
  );
}
