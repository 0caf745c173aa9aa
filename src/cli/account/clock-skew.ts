import { join } from 'node:path';
import { ignoreFailure } from '../../core/problem.ts';
import { problemOf } from '../words/problem-of.ts';
import { profileDirectory } from '../settings/profiles.ts';
import type { CliEnvironment } from '../environment.ts';

/** In a profile's directory: how far the clock of this computer is ahead of the server's, ms. */
export const CLOCK_FILE = 'clock';

/** How far the clock of this computer was ahead of the server's when a command of the profile asked last, ms; 0 if it was right or that is not known. */
export function knownSkew(profile: string, environment: Pick<CliEnvironment, 'env' | 'home' | 'files'>): number {
  try {
    const skewMs = Number(environment.files.read(join(profileDirectory(profile, environment), CLOCK_FILE)));
    return Number.isSafeInteger(skewMs) ? skewMs : 0;
  } catch (thrown) {
    ignoreFailure(problemOf(thrown));
    return 0;
  }
}

/** Stores the skew for the next command, which reads what is stored before it asks; never throws. */
export function rememberSkew(
  skewMs: number,
  profile: string,
  environment: Pick<CliEnvironment, 'env' | 'home' | 'files'>,
): void {
  try {
    const directory = profileDirectory(profile, environment);
    if (skewMs === 0) environment.files.remove(join(directory, CLOCK_FILE));
    else environment.files.write(directory, CLOCK_FILE, String(skewMs));
  } catch (thrown) {
    ignoreFailure(problemOf(thrown)); // the first answer of the next command corrects its clock
  }
}
