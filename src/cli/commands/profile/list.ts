import type { Action } from '../../action.ts';
import { EXIT } from '../../exit-codes.ts';
import { readUserFile } from '../../profiles.ts';
import { isSignedIn } from '../../token-file.ts';

interface Listed {
  name: string;
  api?: string;
  signedIn: boolean;
  inUse: boolean;
}

export const action: Action = {
  fields: ['name', 'api', 'signedIn', 'inUse'],
  anyProfile: true,
  async run({ hint, output, settings, surroundings }) {
    const { profiles, trusted } = readUserFile(surroundings);
    const listed: Listed[] = [];
    for (const [name, { api }] of Object.entries(profiles)) {
      const signedIn = isSignedIn({ profile: name }, surroundings);
      listed.push({ name, api: typeof api === 'string' ? api : undefined, signedIn, inUse: name === settings.profile });
    }
    await output.list(
      listed,
      (each) => ({ ...each }),
      [
        ['PROFILE', ({ name }) => name],
        ['API', ({ api }) => api],
        ['SIGNED IN', ({ signedIn }) => (signedIn ? 'yes' : 'no')],
        ['IN USE', ({ inUse }) => (inUse ? 'yes' : '')],
      ],
      `No profile yet. Make one: ${hint`login --api URL --token-file FILE`}`,
    );
    for (const folder of trusted) output.note(`Trusted folder: ${folder}`);
    return EXIT.done;
  },
};
