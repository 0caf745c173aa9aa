import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { PROFILE_KEYS, readUserFile } from '../../settings/profiles.ts';
import { nameList } from '../../words/text.ts';
import { isSignedIn, storedSignIn } from '../../account/token-file.ts';

export const fields = ['profile', ...PROFILE_KEYS, 'signedIn', 'mobile', 'sources', 'projectFile', 'trustedFolders'];

export async function showProfile(context: Context, name?: string): Promise<ExitCode> {
  const { output, environment } = context;
  const { profile, values, sources, projectFile } = context.settingsOf(name);
  const { trusted } = readUserFile(environment);
  const signedIn = isSignedIn({ profile }, environment);
  const { phone: mobile } = storedSignIn(profile, environment);
  const shown = PROFILE_KEYS.map(
    (key) => [key, values[key] === undefined ? undefined : `${String(values[key])}  (${sources[key] ?? ''})`] as const,
  );
  const ofFiles = (['endpoints', 'tables'] as const).map(
    (key) =>
      [
        key,
        values[key] === undefined
          ? undefined
          : `${nameList(Object.keys(Object(values[key])))}  (${sources[key] ?? ''})`,
      ] as const,
  );
  await output.record(
    { profile, ...values, signedIn, mobile, sources, projectFile, trustedFolders: trusted },
    output.pairs([
      ['profile', profile],
      ...shown,
      ...ofFiles,
      ['signed in', signedIn ? (mobile ?? 'yes') : 'no'],
      ['project file', projectFile],
      ...trusted.map((folder) => ['trusted folder', folder] as const),
    ]),
  );
  return EXIT.done;
}
