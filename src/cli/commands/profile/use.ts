import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { changeUserFile, readUserFile, requireProfileName } from '../../profiles.ts';

export const action: Action = {
  fields: ['profile'],
  async run({ output, surroundings }, { args: [name] }) {
    const profile = requireProfileName(name);
    const known = Object.keys(readUserFile(surroundings).profiles);
    if (!known.includes(profile))
      throw new Problem('invalid-input', {
        message: `there is no profile ${profile}; ${known.length === 0 ? 'there is none yet' : `there are: ${known.join(', ')}`}. Make it: physio login --profile ${profile} --api URL --token-file FILE`,
      });
    await changeUserFile(surroundings, (file) => ({ ...file, profile }));
    await output.record({ profile }, [`Profile ${profile} is in use.`]);
    return EXIT.done;
  },
};
