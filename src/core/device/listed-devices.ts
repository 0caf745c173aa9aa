import { isSameDevice } from '../basics/device-code.ts';
import type { LeasedDevice } from './device.ts';
import { lasts } from './device-use.ts';

/**
 * What a row of the list says of its use now, in the order in which a person needs them. An unknown connection can be tried.
 * `replaced`: it has ended, and another row rents its device, which a renewal would extend.
 */
const LISTED_STATES = ['running', 'usable', 'offline', 'ended', 'replaced'] as const;

export type ListedState = (typeof LISTED_STATES)[number];

export interface ListedDevice {
  device: LeasedDevice;
  state: ListedState;
}

/** Returns the devices with what can be done with each: first those to use now, and among equals the one that ends first. */
export function inOrderOfUse(
  devices: readonly LeasedDevice[],
  isRunning: (sno: string) => boolean,
  now: number,
): readonly ListedDevice[] {
  const isRentedAnew = ({ sno }: LeasedDevice) => devices.some((row) => isSameDevice(row.sno, sno) && lasts(row, now));
  const stateOf = (device: LeasedDevice): ListedState => {
    const hasEnded = !lasts(device, now);
    if (hasEnded && isRentedAnew(device)) return 'replaced';
    if (isRunning(device.sno)) return 'running';
    if (hasEnded) return 'ended';
    return device.online === false ? 'offline' : 'usable';
  };
  const listed = devices.map((device) => ({ device, state: stateOf(device) }));
  listed.sort((one, other) => rankOf(one) - rankOf(other) || byEnd(one.device, other.device));
  return listed;
}

function rankOf({ state }: ListedDevice): number {
  return LISTED_STATES.indexOf(state);
}

/** An unknown end comes last. */
function byEnd(one: LeasedDevice, other: LeasedDevice): number {
  const [end, otherEnd] = [one.expiresAt ?? Infinity, other.expiresAt ?? Infinity];
  return end === otherEnd ? 0 : end - otherEnd;
}
