import { userFilePath } from './profiles.ts';
import type { Settings } from './settings.ts';
import type { Surroundings } from './surroundings.ts';

/** The settings of a file that nothing reads: most likely they are misspelt. */
export interface UnknownSettings {
  file: string;
  names: string[];
}

/** What nothing reads, for each of the two files a command's settings may come from. */
export async function unknownSettings({ values, sources, projectFile = '' }: Settings, surroundings: Surroundings): Promise<UnknownSettings[]> {
  const { Configuration } = await import('../core/api/configuration.ts');
  const { api: _, payLink: __, ...rest } = values;
  const unknown = Configuration.unknownIn(rest);
  const from = (source: string) => unknown.filter((name) => sources[name.split('.')[0] ?? ''] === source);
  return [
    { file: userFilePath(surroundings), names: from('user file') },
    { file: projectFile, names: from('project file') },
  ].filter(({ names }) => names.length > 0);
}
