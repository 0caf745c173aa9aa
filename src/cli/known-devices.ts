import { join } from 'node:path';
import { deviceNumberOf } from '../core/device-code.ts';
import { ignoreFailure } from '../core/problem.ts';
import { problemOf } from './problem-of.ts';
import { profileDirectory } from './profiles.ts';
import type { Surroundings } from './surroundings.ts';

const FILE = 'devices';
const MOST = 500;

/** The device numbers that commands of a profile have met, the last met first; none where they cannot be read. */
export function knownDevices(profile: string, surroundings: Surroundings): string[] {
  const numbers = parsed(readKept(profile, surroundings) ?? '[]');
  return Array.isArray(numbers) ? numbers.filter(isDeviceNumber) : [];
}

function readKept(profile: string, surroundings: Surroundings): string | undefined {
  try {
    return surroundings.files.read(join(profileDirectory(profile, surroundings), FILE));
  } catch (thrown) {
    return ignoreFailure(problemOf(thrown));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps device numbers for completing them later; never fails, since nothing depends on it. */
export function rememberDevices(met: readonly string[], profile: string, surroundings: Surroundings): void {
  const known = knownDevices(profile, surroundings);
  const numbers = [...new Set([...met.filter(isDeviceNumber), ...known])].slice(0, MOST);
  if (numbers.join() === known.join()) return;
  try {
    surroundings.files.write(profileDirectory(profile, surroundings), FILE, JSON.stringify(numbers));
  } catch (thrown) {
    ignoreFailure(problemOf(thrown)); // a number that is not kept is typed by hand
  }
}

/** A shell gets them to see, so that nothing else than a bare number may be among them. */
function isDeviceNumber(number: unknown): number is string {
  return typeof number === 'string' && deviceNumberOf(number) === number;
}
