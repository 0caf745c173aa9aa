import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { PROFILE_KEYS, readUserFile } from '../../profiles.ts';
import { isSignedIn } from '../../token-file.ts';

export const action: Action = {
  fields: ['profile', ...PROFILE_KEYS, 'signedIn', 'sources', 'projectFile', 'trustedFolders'],
  async run(context, { args: [name] }) {
    const { output, surroundings } = context;
    const { profile, values, sources, projectFile } = context.settingsOf(name);
    const { trusted } = readUserFile(surroundings);
    const signedIn = isSignedIn({ profile }, surroundings);
    const shown = PROFILE_KEYS.map((key) => [key, values[key] === undefined ? undefined : `${String(values[key])}  (${sources[key] ?? ''})`] as const);
    await output.record(
      { profile, ...values, signedIn, sources, projectFile, trustedFolders: trusted },
      output.pairs([['profile', profile], ...shown, ['signed in', signedIn ? 'yes' : 'no'], ['project file', projectFile], ...trusted.map((folder) => ['trusted folder', folder] as const)]),
    );
    return EXIT.done;
  },
};
