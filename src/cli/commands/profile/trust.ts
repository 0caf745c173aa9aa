import { dirname } from 'node:path';
import { Problem } from '../../../core/problem.ts';
import type { CommandHint } from '../../words/command-hint.ts';
import type { Context } from '../../context.ts';
import { EXIT, type ExitCode } from '../../words/exit-codes.ts';
import { withHome } from '../../input/home-path.ts';
import { changeUserFile } from '../../settings/profiles.ts';
import { findProjectFile, settingsOf, unknownSettings, unknownSettingsText } from '../../settings/settings.ts';
import { nameList } from '../../words/text.ts';
import { folderToTrust, formerFolder, withTrust } from '../../settings/trusted-folders.ts';

export const fields = ['folder', 'trusted'];

export async function trustFolder(
  { hint, output, shared, environment }: Context,
  name: string | undefined,
  { remove }: { remove?: true },
): Promise<ExitCode> {
  const { directory } = environment;
  const trusted = !remove;
  const wanted = name === undefined ? folderOfProject(directory, hint) : withHome(name, environment);
  const folder = trusted ? folderToTrust(directory, wanted) : formerFolder(directory, wanted);
  const { ignored, projectFile = '' } = trusted
    ? settingsOf(shared, { ...environment, directory: folder })
    : { ignored: [] };
  let isChange = true;
  await changeUserFile(environment, (file) => {
    isChange = file.trusted.includes(folder) !== trusted;
    return withTrust(file, folder, trusted);
  });
  const said = trusted
    ? `${isChange ? 'Trusted' : 'Already trusted'} ${folder}.`
    : `${isChange ? 'No longer trusting' : 'Not trusted before:'} ${folder}.`;
  await output.record({ folder, trusted }, [said]);
  if (dirname(projectFile) !== folder) return EXIT.done;
  if (ignored.length > 0) output.note(`Settings of its physio.config.json that now apply: ${nameList(ignored)}`);
  const applied = settingsOf(shared, { ...environment, directory: folder });
  const unknown = (await unknownSettings(applied, environment)).filter(({ file }) => file === projectFile);
  for (const each of unknown) output.warn(unknownSettingsText(each));
  return EXIT.done;
}

function folderOfProject(directory: string, hint: CommandHint): string {
  const file = findProjectFile(directory);
  if (file === undefined)
    throw new Problem('invalid-input', {
      message: `No physio.config.json in this folder or above; give the folder: ${hint`profile trust DIR`}`,
    });
  return dirname(file);
}
