import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';
import { deviceArgument, dryRunOption, phoneArgument } from '../arguments.ts';

export function addShareCommands(program: Program, register: RegisterAction): void {
  const share = program.command('share').description('Share a rented device with other phone numbers');
  register(
    share.command('list').description('List the phone numbers a device is shared with').addArgument(deviceArgument()),
    'physio share list PL10003',
    () => import('./list.ts').then(({ listShares, fields }) => ({ run: listShares, fields })),
  );
  register(
    share
      .command('add')
      .description('Share a device with a phone number')
      .addArgument(deviceArgument())
      .addArgument(phoneArgument())
      .addOption(dryRunOption()),
    'physio share add PL10003 13800000003',
    () =>
      Promise.all([import('./add.ts'), import('../../run/dry-run.ts')]).then(
        ([{ shareDevice, fields }, { withDryRun }]) => withDryRun({ run: shareDevice, fields }),
      ),
  );
  register(
    share
      .command('remove')
      .description('Stop sharing a device with a phone number')
      .addArgument(deviceArgument())
      .addArgument(phoneArgument())
      .addOption(dryRunOption()),
    'physio share remove PL10003 13800000003 --yes',
    () =>
      Promise.all([import('./remove.ts'), import('../../run/dry-run.ts')]).then(
        ([{ removeShare, fields }, { withDryRun }]) => withDryRun({ run: removeShare, fields }),
      ),
  );
}
