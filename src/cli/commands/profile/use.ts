import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { changeUserFile, isProfile, noSuchProfile, requireProfileName } from '../../profiles.ts';

export const action: Action = {
  fields: ['profile'],
  async run({ hint, output, surroundings }, { args: [name] }) {
    const profile = requireProfileName(name);
    await changeUserFile(surroundings, (file) => {
      if (!isProfile(profile, file)) throw noSuchProfile(profile, file, hint);
      return { ...file, profile };
    });
    await output.record({ profile }, [`Profile ${profile} is in use.`]);
    return EXIT.done;
  },
};
