import type { Context } from '../../context.ts';
import type { Settings } from '../../settings/settings.ts';

/** What outranks the current profile of the user file, and stays when a command has ended; undefined if nothing does. */
export function lastingNamer({ profileSource, projectFile = 'physio.config.json' }: Settings): string | undefined {
  if (profileSource === 'environment') return 'PHYSIO_PROFILE';
  return profileSource === 'project file' ? projectFile : undefined;
}

/** Notes that the environment or the project file still names a profile that no longer exists. */
export function namingNote({ output, settings }: Context, gone: string): void {
  const namer = lastingNamer(settings);
  if (namer !== undefined && settings.profile === gone) output.note(`${namer} still names profile ${gone}.`);
}

/** Notes that commands do not use the chosen profile, because the environment or the project file names another one. */
export function otherProfileNote({ output, settings }: Pick<Context, 'output' | 'settings'>, chosen: string): void {
  const namer = lastingNamer(settings);
  if (namer !== undefined && settings.profile !== chosen)
    output.note(`${namer} still names profile ${settings.profile}, so commands use that one.`);
}
