/** The source maps of builds: a folder for each build id. */
export class SourceMaps {
  constructor(directory: string);
  /** The ids of the builds that have maps. */
  builds(): string[];
}

interface Options {
  /** The build of a plain stack. Default: the build that has the files of the stack. */
  build?: string;
  /** Called with the reason for each line that stays as it is, because its map is missing. */
  onMissing?: (reason: string) => void;
}

/** Symbolicates a stack or an export of logs. Throws if the text contains no stack. */
export function symbolicate(text: string, maps: SourceMaps, options?: Options): string;
