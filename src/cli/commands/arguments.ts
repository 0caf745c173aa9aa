import { Argument, InvalidArgumentError, Option } from '@commander-js/extra-typings';
import { typedText } from '../../core/basics/typed-text.ts';

const DEVICE = 'Device number, or the link on the device';

export function deviceArgument() {
  return new Argument('<sno>', DEVICE);
}

export function optionalDeviceArgument() {
  return new Argument('[sno]', DEVICE);
}

export function byOption() {
  return new Option('--by <basis>', 'Plan type: rental by duration, or card uses').choices([
    'duration',
    'uses',
  ] as const);
}

export function operatorOption(description: string) {
  return new Option('--operator <id>', description).argParser((typed) => {
    const id = typedText(typed);
    if (id === '') throw new InvalidArgumentError('Give the ID of an operator.');
    return id;
  });
}

export function phoneArgument() {
  return new Argument('<phone>', 'Phone number (spaces are ignored)');
}

export function allOption() {
  return new Option('--all', 'Fetch all pages');
}

export function dryRunOption() {
  return new Option('--dry-run', 'Print the calls that would change something, and send only reads');
}
