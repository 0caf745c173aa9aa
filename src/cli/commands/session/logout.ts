import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { deleteSignIn } from '../../account/token-file.ts';

export const fields = ['profile', 'wasSignedIn'];

export async function signOut({ output, settings: { profile }, environment }: Context): Promise<ExitCode> {
  const wasSignedIn = await deleteSignIn({ profile }, environment);
  await output.record({ profile, wasSignedIn }, [
    wasSignedIn ? `Signed out of profile ${profile}.` : `Profile ${profile} was not signed in.`,
  ]);
  if (environment.env.PHYSIO_TOKEN) output.note('PHYSIO_TOKEN is still set and is used by all commands.');
  return EXIT.done;
}
