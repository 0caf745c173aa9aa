import { userFilePath } from './profiles.ts';
import type { Settings } from './settings.ts';
import type { CliEnvironment } from '../environment.ts';

/** Settings of a file that nothing reads, probably misspelled. */
export interface UnknownSettings {
  file: string;
  names: string[];
}

/** The unknown settings of the user file and the project file. */
export async function unknownSettings(
  { values, sources, projectFile = '' }: Settings,
  environment: CliEnvironment,
): Promise<UnknownSettings[]> {
  const { Configuration } = await import('../../core/api/configuration/configuration.ts');
  const { api: _, payLink: __, ...rest } = values;
  const unknown = Configuration.unknownIn(rest);
  const from = (source: string) => unknown.filter((name) => sources[name.split('.')[0] ?? ''] === source);
  return [
    { file: userFilePath(environment), names: from('user file') },
    { file: projectFile, names: from('project file') },
  ].filter(({ names }) => names.length > 0);
}
