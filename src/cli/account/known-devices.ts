import { join } from 'node:path';
import { deviceNumberOf } from '../../core/basics/device-code.ts';
import { ignoreFailure } from '../../core/problem.ts';
import { problemOf } from '../words/problem-of.ts';
import { profileDirectory } from '../settings/profiles.ts';
import type { CliEnvironment } from '../environment.ts';

const FILE = 'devices';
const MAX_NUMBERS = 500;

/** The device numbers that commands of a profile have used, the latest first; none if they cannot be read. */
export function knownDevices(profile: string, environment: CliEnvironment): string[] {
  const numbers = parsed(readStored(profile, environment) ?? '[]');
  return Array.isArray(numbers) ? numbers.filter(isDeviceNumber) : [];
}

function readStored(profile: string, environment: CliEnvironment): string | undefined {
  try {
    return environment.files.read(join(profileDirectory(profile, environment), FILE));
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

/** Stores device numbers for completion; never throws, since nothing depends on it. */
export function rememberDevices(met: readonly string[], profile: string, environment: CliEnvironment): void {
  const known = knownDevices(profile, environment);
  const numbers = [...new Set([...met.filter(isDeviceNumber), ...known])].slice(0, MAX_NUMBERS);
  if (numbers.join() === known.join()) return;
  try {
    environment.files.write(profileDirectory(profile, environment), FILE, JSON.stringify(numbers));
  } catch (thrown) {
    ignoreFailure(problemOf(thrown)); // completion does without this number
  }
}

/** Forgets the device numbers of a profile, which another person has used. */
export function forgetDevices(profile: string, environment: CliEnvironment): void {
  environment.files.remove(join(profileDirectory(profile, environment), FILE));
}

/** The shell receives these, so only plain device numbers are allowed. */
function isDeviceNumber(number: unknown): number is string {
  return typeof number === 'string' && deviceNumberOf(number) === number;
}
