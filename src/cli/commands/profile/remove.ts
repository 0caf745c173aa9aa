import { join } from 'node:path';
import { ACCOUNTS } from '../../account/account-directory.ts';
import { openIn } from '../../account/person-directory.ts';
import { Problem } from '../../../core/problem.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { requireProfileName } from '../../settings/profile-name.ts';
import {
  isProfile,
  profileDirectory,
  rewriteUserFile,
  runExclusive,
  unknownProfile,
  withoutProfile,
} from '../../settings/profiles.ts';
import { removeProfileData, isSignedIn, storedAccount } from '../../account/token-file.ts';
import { lastingNamer, namingNote } from './naming-note.ts';

export const fields = ['profile', 'wasSignedIn', 'current'];
export const allowsNewProfile = true;

export async function removeProfile(context: Context, name: string): Promise<ExitCode> {
  const { hint, output, environment, settings } = context;
  const profile = requireProfileName(name);
  if (!isProfile(profile, settings.userFile)) throw unknownProfile(profile, settings.userFile, hint);
  const account = storedAccount(profile, environment);
  const signedIn = isSignedIn({ profile }, environment);
  const whose =
    account === undefined ? (signedIn ? 'It is signed in.' : 'It is not signed in.') : `Signed in ${account}.`;
  const openNow = () => openIn(join(profileDirectory(profile, environment), ACCOUNTS), environment.files);
  const open = openNow();
  if (open.length > 0)
    output.warn(
      `Profile ${profile} may have open payments or running treatments, which it forgets once it is removed: ${open.join(', ')}`,
    );
  await context.consent.confirm(`Remove profile ${profile} with its settings, token and session data?`, whose);
  let wasSignedIn = false;
  let current = '';
  await runExclusive(environment, () => {
    const begun = openNow().filter((each) => !open.includes(each));
    if (begun.length > 0)
      throw new Problem('refused', {
        message: `Profile ${profile} was not removed: it was used meanwhile (${begun.join(', ')}); to forget that as well, run the command again`,
      });
    wasSignedIn = removeProfileData(profile, environment);
    rewriteUserFile(environment, (file) => {
      if (!isProfile(profile, file)) throw unknownProfile(profile, file, hint);
      const left = withoutProfile(file, profile);
      current = left.profile;
      return left;
    });
  });
  await output.record({ profile, wasSignedIn, current }, [
    `Removed profile ${profile}${wasSignedIn ? ', its token and its session data' : ''}.`,
  ]);
  if (settings.userFile.profile === profile && lastingNamer(settings) === undefined)
    output.note(`Commands now use profile ${current}. To use another: ${hint`profile use NAME`}`);
  namingNote(context, profile);
  return EXIT.done;
}
