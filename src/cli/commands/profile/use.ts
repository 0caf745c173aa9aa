import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { requireProfileName } from '../../settings/profile-name.ts';
import { changeUserFile, isProfile, unknownProfile } from '../../settings/profiles.ts';
import { tokenNote } from '../session/token-note.ts';
import { otherProfileNote } from './naming-note.ts';

export const fields = ['profile'];
export const allowsNewProfile = true;

export async function switchProfile(context: Context, name: string): Promise<ExitCode> {
  const { hint, output, environment, settings } = context;
  const profile = requireProfileName(name);
  await changeUserFile(environment, (file) => {
    if (!isProfile(profile, file)) throw unknownProfile(profile, file, hint);
    return { ...file, profile };
  });
  await output.record({ profile }, [`Switched to profile ${profile}.`]);
  otherProfileNote({ output, settings }, profile);
  tokenNote(context);
  return EXIT.done;
}
