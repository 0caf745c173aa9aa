import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { isSignedIn, storedSignIn } from '../../account/token-file.ts';

interface Listed {
  name: string;
  api?: string;
  signedIn: boolean;
  /** Of the signed-in user, masked. */
  mobile?: string;
  inUse: boolean;
}

export const fields = ['name', 'api', 'signedIn', 'mobile', 'inUse'];
export const allowsNewProfile = true;

export async function listProfiles({ hint, output, settings, environment }: Context): Promise<ExitCode> {
  const { profiles, trusted } = settings.userFile;
  const listed: Listed[] = [];
  for (const [name, { api }] of Object.entries(profiles)) {
    const signedIn = isSignedIn({ profile: name }, environment);
    const { phone: mobile } = storedSignIn(name, environment);
    const inUse = name === settings.profile;
    listed.push({ name, api: typeof api === 'string' ? api : undefined, signedIn, mobile, inUse });
  }
  await output.list(
    listed,
    (each) => ({ ...each }),
    [
      ['PROFILE', ({ name }) => name],
      ['API', ({ api }) => api],
      ['SIGNED IN', ({ signedIn, mobile = 'yes' }) => (signedIn ? mobile : 'no')],
      ['CURRENT', ({ inUse }) => (inUse ? 'yes' : '')],
    ],
    `No profiles. To create one: ${hint`login --api URL --token-file FILE`}`,
  );
  for (const folder of trusted) output.note(`Trusted folder: ${folder}`);
  return EXIT.done;
}
