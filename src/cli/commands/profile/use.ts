import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { requireProfileName } from '../../settings/profile-name.ts';
import { changeUserFile, isProfile, unknownProfile } from '../../settings/profiles.ts';

export const fields = ['profile'];

export async function switchProfile({ hint, output, environment }: Context, name: string): Promise<ExitCode> {
  const profile = requireProfileName(name);
  await changeUserFile(environment, (file) => {
    if (!isProfile(profile, file)) throw unknownProfile(profile, file, hint);
    return { ...file, profile };
  });
  await output.record({ profile }, [`Switched to profile ${profile}.`]);
  return EXIT.done;
}
