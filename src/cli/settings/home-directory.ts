import { homedir, userInfo } from 'node:os';
import { isAbsolute } from 'node:path';

/** Where a user without a home directory has it, such as the arbitrary user of a container: nothing is found there, and nothing can be written. */
const NO_HOME = '/nonexistent';

/** The user's home directory, from the environment or the system's list of users. An empty HOME counts as none. */
export function homeDirectory(sources: readonly (() => string)[] = [homedir, () => userInfo().homedir]): string {
  for (const source of sources) {
    try {
      const home = source();
      if (isAbsolute(home)) return home;
    } catch {
      // The system does not know this user.
    }
  }
  return NO_HOME;
}
