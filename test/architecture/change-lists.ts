import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface ChangeList {
  heading: string;
  gate: number;
  files: string[];
}

/** The numbered lists of CONTRIBUTING.md that name the files of a change, with the greatest number of files that each heading allows. */
export function changeListsOf(document: string): ChangeList[] {
  return Array.from(
    document.matchAll(/^### (.+) \(at most (\d+) files\)\n([^#]*)/gm),
    ([, heading = '', gate, text = '']) => ({
      heading,
      gate: Number(gate),
      files: Array.from(text.matchAll(/^\d+\. `([^`]+)`/gm), ([, file = '']) => file),
    }),
  );
}

/** The TypeScript files below the folders that mention a pattern, apart from those below `without`. */
export function filesThatMention(
  pattern: RegExp,
  folders: readonly string[],
  without: readonly string[] = [],
): string[] {
  return folders
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
        path.posix.join(folder, file.replaceAll(path.sep, '/')),
      ),
    )
    .filter((file) => /\.tsx?$/.test(file) && !without.some((folder) => file.startsWith(folder)))
    .filter((file) => pattern.test(readFileSync(file, 'utf8')))
    .toSorted();
}
