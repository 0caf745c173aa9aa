import { dirname } from 'node:path';
import { Problem } from '../../../core/problem.ts';
import type { Action } from '../../action.ts';
import type { CommandHint } from '../../command-hint.ts';
import { EXIT } from '../../exit-codes.ts';
import { changeUserFile } from '../../profiles.ts';
import { findProjectFile, settingsOf } from '../../settings.ts';
import { nameList } from '../../text.ts';
import { existingFolder, formerFolder, withTrust } from '../../trusted-folders.ts';

export const action: Action = {
  fields: ['folder', 'trusted'],
  async run({ hint, output, shared, surroundings }, { args: [name], options: { remove } }) {
    const { directory } = surroundings;
    const trusted = remove !== true;
    const wanted = name ?? folderOfProject(directory, hint);
    const folder = trusted ? existingFolder(directory, wanted) : formerFolder(directory, wanted);
    const { ignored, projectFile = '' } = trusted ? settingsOf(shared, { ...surroundings, directory: folder }) : { ignored: [] };
    await changeUserFile(surroundings, (file) => withTrust(file, folder, trusted));
    await output.record({ folder, trusted }, [trusted ? `${folder} is trusted.` : `${folder} is not trusted.`]);
    if (ignored.length > 0 && dirname(projectFile) === folder) output.note(`These settings of its physio.config.json count from now on: ${nameList(ignored)}`);
    return EXIT.done;
  },
};

function folderOfProject(directory: string, hint: CommandHint): string {
  const file = findProjectFile(directory);
  if (file === undefined) throw new Problem('invalid-input', { message: `there is no physio.config.json here or above; name the folder: ${hint`profile trust DIR`}` });
  return dirname(file);
}
