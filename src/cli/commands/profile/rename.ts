import { join } from 'node:path';
import { Problem } from '../../../core/problem.ts';
import { ACCOUNTS } from '../../account/account-directory.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import {
  copyOfProfile,
  isProfile,
  moveProfileDirectory,
  profileDirectory,
  rewriteUserFile,
  runExclusive,
  unknownProfile,
  withoutProfile,
} from '../../settings/profiles.ts';
import { openIn } from '../../account/person-directory.ts';
import { requireProfileName } from '../../settings/profile-name.ts';
import { isSignedIn } from '../../account/token-file.ts';
import { namingNote } from './naming-note.ts';

export const fields = ['from', 'profile', 'current'];
export const allowsNewProfile = true;

export async function renameProfile(context: Context, oldName: string, newName: string): Promise<ExitCode> {
  const { hint, output, environment } = context;
  const from = requireProfileName(oldName);
  const profile = requireProfileName(newName);
  let current = '';
  await runExclusive(environment, () => {
    // A crash after any step leaves the token in a listed profile with its own settings.
    rewriteUserFile(environment, (file) => {
      if (!isProfile(from, file)) throw unknownProfile(from, file, hint);
      if (from === profile) throw new Problem('invalid-input', { message: `Profile ${from} has this name already` });
      if (Object.hasOwn(file.profiles, profile) || isSignedIn({ profile }, environment))
        throw new Problem('invalid-input', {
          message: `Profile ${profile} exists already; remove it first: ${hint`profile remove ${profile}`}`,
        });
      const open = openIn(join(profileDirectory(profile, environment), ACCOUNTS), environment.files);
      if (open.length > 0)
        throw new Problem('invalid-input', {
          message: `Accounts that used profile ${profile} may have open payments or running treatments: ${open.join(', ')}; choose another name, or forget them: ${hint`profile remove ${profile}`}`,
        });
      return copyOfProfile(file, from, profile);
    });
    moveProfileDirectory(from, profile, environment);
    rewriteUserFile(environment, (file) => {
      const left = withoutProfile(file, from, profile);
      current = left.profile;
      return left;
    });
  });
  await output.record({ from, profile, current }, [`Renamed profile ${from} to ${profile}.`]);
  namingNote(context, from);
  return EXIT.done;
}
