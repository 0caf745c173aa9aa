import { join } from 'node:path';
import { deviceNumberOf } from '../core/device/device-code.ts';
import { profileDirectory } from './profiles.ts';
import type { Surroundings } from './surroundings.ts';

const FILE = 'devices';
const MOST = 500;

/** The device numbers that commands of a profile have met, the last met first; none where they cannot be read. */
export function knownDevices(profile: string, surroundings: Surroundings): string[] {
  try {
    const text = surroundings.files.read(join(profileDirectory(profile, surroundings), FILE));
    const numbers: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(numbers) ? numbers.filter(isDeviceNumber) : [];
  } catch {
    return [];
  }
}

/** Keeps device numbers for completing them later; never fails, since nothing depends on it. */
export function rememberDevices(met: readonly string[], profile: string, surroundings: Surroundings): void {
  const known = knownDevices(profile, surroundings);
  const numbers = [...new Set([...met.filter(isDeviceNumber), ...known])].slice(0, MOST);
  if (numbers.join() === known.join()) return;
  try {
    surroundings.files.write(profileDirectory(profile, surroundings), FILE, JSON.stringify(numbers));
  } catch {
    // A number that is not kept is typed by hand.
  }
}

/** A shell gets them to see, so that nothing else than a bare number may be among them. */
function isDeviceNumber(number: unknown): number is string {
  return typeof number === 'string' && deviceNumberOf(number) === number;
}
