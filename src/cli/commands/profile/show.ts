import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { PROFILE_KEYS } from '../../profiles.ts';
import { settingsOf } from '../../settings.ts';
import { isSignedIn } from '../../token-file.ts';

export const action: Action = {
  fields: ['profile', ...PROFILE_KEYS, 'signedIn', 'sources'],
  async run({ output, shared, surroundings }, { args: [name] }) {
    const { profile, values, sources } = settingsOf({ ...shared, profile: name ?? shared.profile }, surroundings);
    const signedIn = isSignedIn({ profile }, surroundings);
    const shown = PROFILE_KEYS.map((key) => [key, values[key] === undefined ? undefined : `${String(values[key])}  (${sources[key] ?? ''})`] as const);
    await output.record(
      { profile, ...values, signedIn, sources },
      output.pairs([['profile', profile], ...shown, ['signed in', signedIn ? 'yes' : 'no']]),
    );
    return EXIT.done;
  },
};
