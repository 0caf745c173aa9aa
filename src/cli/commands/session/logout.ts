import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { deleteSignIn } from '../../account/token-file.ts';
import { tokenNote } from './token-note.ts';

export const fields = ['profile', 'wasSignedIn'];

export async function signOut(context: Context): Promise<ExitCode> {
  const { output, settings, environment } = context;
  const { profile } = settings;
  const wasSignedIn = await deleteSignIn({ profile }, environment);
  await output.record({ profile, wasSignedIn }, [
    wasSignedIn ? `Signed out of profile ${profile}.` : `Profile ${profile} was not signed in.`,
  ]);
  tokenNote(context);
  return EXIT.done;
}
