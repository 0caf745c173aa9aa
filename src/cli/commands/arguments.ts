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

export function phoneArgument(): Argument {
  return new Argument('<phone>', 'a phone number; spaces do no harm');
}

export function allOption(): Option {
  return new Option('--all', 'page after page, to the last one');
}
