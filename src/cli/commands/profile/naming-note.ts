import type { Context } from '../../context.ts';

/** Notes that the environment or the project file still names a profile that no longer exists. */
export function namingNote({ output, settings: { profile, profileSource, projectFile } }: Context, gone: string): void {
  if (profile !== gone) return;
  const namedBy = profileSource === 'environment' ? 'PHYSIO_PROFILE' : projectFile;
  if (profileSource === 'environment' || profileSource === 'project file')
    output.note(`${namedBy ?? 'physio.config.json'} still names profile ${gone}.`);
}
