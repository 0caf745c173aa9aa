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

export function planOption(about: string) {
  return new Option('--plan <id>', about).argParser(typedId).makeOptionMandatory();
}

export function operatorOption(about: string) {
  return new Option('--operator <id>', about).argParser(typedId);
}

/** An ID as it was meant: a list with Windows line ends, or a Chinese keyboard, would name another one. */
function typedId(text: string): string {
  const id = typedText(text);
  if (id === '') throw new InvalidArgumentError('Enter an ID.');
  return id;
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
