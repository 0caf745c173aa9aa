import { InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { KNOWN_STATUSES, NEUTRAL_STATUSES, type NeutralStatus } from '../../../core/diagnosis/fleet/neutral-status.ts';
import type { RegisterAction } from '../../run/register-action.ts';
import type { Program } from '../../input/shared-options.ts';
import { deviceArgument, optionalDeviceArgument } from '../arguments.ts';

const MAX_CONCURRENCY = 256;

export function addDeviceCommands(program: Program, register: RegisterAction): void {
  const device = program.command('device').description('List, check and monitor devices');
  register(device.command('list').description('List rented devices'), 'physio device list --json sno,online', () =>
    import('./list.ts').then(({ listDevices, fields }) => ({ run: listDevices, fields })),
  );
  register(device.command('history').description('List past rentals'), 'physio device history', () =>
    import('./history.ts').then(({ listPastDevices, fields }) => ({ run: listPastDevices, fields })),
  );
  register(
    device.command('show').description('Show a device and its state').addArgument(deviceArgument()),
    'physio device show PL10001',
    () => import('./show.ts').then(({ showDevice, fields }) => ({ run: showDevice, fields })),
  );
  register(
    device
      .command('check')
      .description('Check many devices (read-only)')
      .argument('[sno...]', 'Device numbers; - reads a list from stdin')
      .option('--file <file>', 'Read a list of devices: text or CSV', files)
      .option('--concurrency <n>', 'Number of parallel checks', concurrency, 8)
      .option('--expect <status,...>', 'Fail if a device has none of these statuses', knownStatuses)
      .option('--fail-on <status,...>', 'Fail if a device has one of these statuses', statuses)
      .option('--min <n>', 'Fail if fewer devices have an expected status (free without --expect)', minimum)
      .addOption(
        new Option('--format <format>', 'Print a report for a monitoring system').choices([
          'nagios',
          'prometheus',
          'junit',
        ] as const),
      )
      .option('--label <name=value>', 'Add a label to each metric of --format prometheus', labels)
      .option('--output <file>', 'Replace a file with the report (atomic, readable by all)'),
    'physio device check - --concurrency 16 < numbers.txt',
    () =>
      import('./check/check.ts').then(({ checkDevices, failedCheck, fields }) => ({
        run: checkDevices,
        fail: failedCheck,
        fields,
      })),
  );
  register(
    device
      .command('enter')
      .description('Enter a device as if its code had been scanned')
      .addArgument(optionalDeviceArgument())
      .option('--image <file>', 'Read the code from a PNG or JPEG image')
      .option('--assist', 'Enter on behalf of a customer')
      .option('--no-assist', 'Enter for yourself'),
    'physio device enter --image code.png --no-assist',
    () => import('./enter.ts').then(({ enterDevice, fields }) => ({ run: enterDevice, fields })),
  );
  register(
    device.command('watch').description('Print a line for each change, until Ctrl-C').addArgument(deviceArgument()),
    'physio device watch PL10001 --json',
    () => import('./watch.ts').then(({ watchDevice, fields }) => ({ run: watchDevice, fields })),
  );
  register(
    device
      .command('wait')
      .description('Wait for a device state (default 300 s)')
      .addArgument(deviceArgument())
      .addOption(
        new Option('--for <goal>', 'State to wait for')
          .choices(['running', 'idle', 'online', 'offline'] as const)
          .makeOptionMandatory(),
      ),
    'physio device wait PL10001 --for running --timeout 60',
    () => import('./wait.ts').then(({ waitForDevice, fields }) => ({ run: waitForDevice, fields })),
  );
}

function concurrency(text: string): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= 1 && value <= MAX_CONCURRENCY) return value;
  throw new InvalidArgumentError(`Enter a whole number from 1 to ${MAX_CONCURRENCY}.`);
}

function knownStatuses(text: string, before?: NeutralStatus[]): NeutralStatus[] {
  if (text.split(',').some((word) => word.trim() === 'unknown'))
    throw new InvalidArgumentError('A device cannot be expected to be unknown; use --fail-on unknown.');
  return statusesOf(KNOWN_STATUSES, text, before);
}

function statuses(text: string, before?: NeutralStatus[]): NeutralStatus[] {
  return statusesOf(NEUTRAL_STATUSES, text, before);
}

/** Each use of the option adds to those `before`. */
function statusesOf(choices: readonly NeutralStatus[], text: string, before: NeutralStatus[] = []): NeutralStatus[] {
  const given = text.split(',').map((word) => {
    const status = choices.find((each) => each === word.trim());
    if (status === undefined) throw new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}.`);
    return status;
  });
  return [...before, ...given];
}

function files(file: string, before: string[] = []): string[] {
  return [...before, file];
}

/** The labels of the metrics themselves. */
const OWN_LABELS = ['sno', 'status', 'name'];

/** Each use of the option adds to those `before`. */
function labels(text: string, before: Record<string, string> = {}): Record<string, string> {
  const [, name = '', value = ''] = /^([a-z_]\w*)=(.+)$/i.exec(text) ?? [];
  if (value === '') throw new InvalidArgumentError('Enter a name and a value, such as shop=north.');
  if (OWN_LABELS.includes(name) || name.startsWith('__'))
    throw new InvalidArgumentError(`The label ${name} is taken; choose another name.`);
  return { ...before, [name]: value };
}

function minimum(text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw new InvalidArgumentError('Enter a whole number from 1.');
}
