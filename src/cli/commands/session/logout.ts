import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { forgetProfile } from '../../token-file.ts';

export const action: Action = {
  fields: ['profile', 'wasSignedIn'],
  async run({ output, settings: { profile }, surroundings }) {
    const wasSignedIn = await forgetProfile({ profile }, surroundings);
    await output.record({ profile, wasSignedIn }, [wasSignedIn ? `Signed out of profile ${profile}.` : `Nobody was signed in to profile ${profile}.`]);
    if (surroundings.env.PHYSIO_TOKEN) output.note('PHYSIO_TOKEN is still set, and commands go on using it.');
    return EXIT.done;
  },
};
