import { readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

/** A file in one of the shown folders. It has no empty part and no part that begins with a dot. */
const SHOWN = /^(src|sandbox|docs)(\/[\w-][\w.-]*)+$/;
const LIMIT = 1024 * 1024;

/** The text of a source file for the links of the story. Undefined for anything outside the shown folders, also through a symbolic link, and in an installation without its sources. */
export async function sourceOf(name: string, root = '.'): Promise<string | undefined> {
  const [folder = ''] = SHOWN.exec(name)?.slice(1) ?? [];
  if (folder === '') return undefined;
  try {
    const shown = await realpath(path.resolve(root, folder));
    const file = await realpath(path.resolve(root, name));
    if (!file.startsWith(shown + path.sep)) return undefined;
    const content = await readFile(file);
    return content.length > LIMIT || content.includes(0) ? undefined : content.toString('utf8');
  } catch (thrown) {
    if (['ENOENT', 'EISDIR', 'ENOTDIR', 'ENAMETOOLONG'].includes((thrown as NodeJS.ErrnoException).code ?? ''))
      return undefined;
    throw thrown;
  }
}
