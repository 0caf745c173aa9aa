import { join } from 'node:path';
import { deviceNumberOf } from '../core/device/device-code.ts';
import { profileDirectory } from './profiles.ts';
import type { CliEnvironment } from './cli-environment.ts';

const FILE = 'devices';
const MAX_NUMBERS = 500;

/** The device numbers that commands of a profile have used, the latest first; none if they cannot be read. */
export function knownDevices(profile: string, environment: CliEnvironment): string[] {
  try {
    const text = environment.files.read(join(profileDirectory(profile, environment), FILE));
    const numbers: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(numbers) ? numbers.filter(isDeviceNumber) : [];
  } catch {
    return [];
  }
}

/** Stores device numbers for completion; never throws, since nothing depends on it. */
export function rememberDevices(met: readonly string[], profile: string, environment: CliEnvironment): void {
  const known = knownDevices(profile, environment);
  const numbers = [...new Set([...met.filter(isDeviceNumber), ...known])].slice(0, MAX_NUMBERS);
  if (numbers.join() === known.join()) return;
  try {
    environment.files.write(profileDirectory(profile, environment), FILE, JSON.stringify(numbers));
  } catch {
    // Completion does without this number.
  }
}

/** The shell receives these, so only plain device numbers are allowed. */
function isDeviceNumber(number: unknown): number is string {
  return typeof number === 'string' && deviceNumberOf(number) === number;
}
