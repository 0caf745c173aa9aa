import { Argument, Option } from 'commander';

const DEVICE = 'the device number, or the link on the device';

/** The one device that a command is about. */
export function deviceArgument(): Argument {
  return new Argument('<sno>', DEVICE);
}

/** A device that may be named otherwise, too. */
export function optionalDeviceArgument(): Argument {
  return new Argument('[sno]', DEVICE);
}

export function byOption(): Option {
  return new Option('--by <basis>', 'rented for a time, or uses bought for a card').choices(['duration', 'uses']);
}
