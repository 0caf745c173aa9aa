import { Problem } from '../../core/problem.ts';

/** The user file cannot hold `__proto__`, which its reader drops. */
const NAME = /^(?!__proto__$)[A-Za-z0-9_-][A-Za-z0-9._-]{0,63}$/;
/** Windows opens a device for these names, whatever ending they have. */
const DEVICE_OF_WINDOWS = /^(?:con|prn|aux|nul|(?:com|lpt)\d)(?:\.|$)/i;

/** Throws the Problem `invalid-input` for a name that cannot be a profile's. */
export function requireProfileName(name: string): string {
  if (NAME.test(name)) return name;
  throw refusal('use up to 64 letters, digits, dots, - and _, not starting with a dot');
}

/**
 * Throws the Problem `invalid-input` for the name of a new profile that Windows reserves, or whose directory would be another profile's on a
 * file system that ignores case. Existing profiles keep such names.
 */
export function requireNewProfileName(name: string, existing: readonly string[]): void {
  if (DEVICE_OF_WINDOWS.test(name)) throw refusal(`${name} is reserved on Windows`);
  if (name.endsWith('.')) throw refusal('Windows drops the dot at the end');
  const other = existing.find((each) => each !== name && each.toLowerCase() === name.toLowerCase());
  if (other !== undefined)
    throw refusal(`${name} differs from the profile ${other} only in case, and they would share files on some systems`);
}

function refusal(why: string): Problem {
  return new Problem('invalid-input', { message: `Invalid profile name: ${why}` });
}
