import { InvalidArgumentError, Option, type Command } from 'commander';
import type { Bind } from '../action.ts';
import { deviceArgument, optionalDeviceArgument } from './arguments.ts';

export function addDeviceCommands(program: Command, bind: Bind): void {
  const device = program.command('device').description('look at devices, enter and follow them');
  bind(device.command('list').description('the devices on lease'), 'physio device list --json sno,online', () => import('./device/list.ts'));
  bind(device.command('history').description('the devices that were on lease'), 'physio device history', () => import('./device/history.ts'));
  bind(device.command('show').description('one device and its state').addArgument(deviceArgument()), 'physio device show PL10001', () => import('./device/show.ts'));
  bind(
    device
      .command('check')
      .description('where entering would lead, for many devices; changes nothing')
      .argument('<sno...>', 'device numbers; - reads them from stdin, one a line')
      .option('--concurrency <n>', 'how many are looked at at once', atLeastOne, 8),
    'physio device check - --concurrency 16 < numbers.txt',
    () => import('./device/check.ts'),
  );
  bind(
    device
      .command('enter')
      .description('enter a device as if its code had been scanned')
      .addArgument(optionalDeviceArgument())
      .option('--image <file>', 'read the code from a PNG or JPEG picture')
      .option('--assist', 'on behalf of a customer')
      .option('--no-assist', 'for oneself'),
    'physio device enter --image code.png --no-assist',
    () => import('./device/enter.ts'),
  );
  bind(
    device.command('watch').description('a line for each change, until Ctrl-C').addArgument(deviceArgument()),
    'physio device watch PL10001 --json',
    () => import('./device/watch.ts'),
  );
  bind(
    device
      .command('wait')
      .description('wait until the device is as wished, 300 s unless --timeout says otherwise')
      .addArgument(deviceArgument())
      .addOption(new Option('--for <goal>', 'what to wait for').choices(['running', 'idle', 'online', 'offline']).makeOptionMandatory()),
    'physio device wait PL10001 --for running --timeout 60',
    () => import('./device/wait.ts'),
  );
}

function atLeastOne(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= 256) return value;
  throw new InvalidArgumentError('It must be a whole number from 1 to 256.');
}
