import { DAY } from '../basics/time.ts';
import { isOnBehalf } from './device-use.ts';
import type { ListedDevice } from './listed-devices.ts';

/** The parts of a long list that an assistant asks for. */
export const DEVICE_FILTERS = ['all', 'online', 'ending', 'on-behalf'] as const;

export type DeviceFilter = (typeof DEVICE_FILTERS)[number];

const ENDING_MS = 3 * DAY;

const FILTERS: Record<DeviceFilter, (listed: ListedDevice, now: number) => boolean> = {
  all: () => true,
  online: ({ device }) => device.online === true,
  ending: ({ device: { expiresAt } }, now) =>
    expiresAt !== undefined && expiresAt > now && expiresAt - now <= ENDING_MS,
  'on-behalf': ({ device }) => isOnBehalf(device),
};

export function passesFilter(listed: ListedDevice, filter: DeviceFilter, now: number): boolean {
  return FILTERS[filter](listed, now);
}

/** True if one of the words names the device: its number, its name, its place, or what else is known of it here. */
export function isNamedBy(searched: string, words: readonly (string | undefined)[]): boolean {
  const sought = foldedOf(searched);
  return words.some((word) => word !== undefined && foldedOf(word).includes(sought));
}

function foldedOf(text: string): string {
  return text.normalize('NFKC').replaceAll(/\s/g, '').toLowerCase();
}
