/** The commit that is built, with `-dirty` after it if files differ from it. Undefined outside a git checkout of the project. */
export function builtCommit(root: string): string | undefined;

/** A hash of the page's files. It contains no time, version or commit: the same sources have the same id. */
export function buildIdOf(directory: string): Promise<string>;

/** Writes the build id into index.html and version.json. Returns it. */
export function identifyBuild(
  directory: string,
  facts: { version: string; commit: string; time: string },
): Promise<string>;

/** Moves the source maps of the page's assets into a folder of their own, in place of those of the last build. */
export function moveSourceMaps(assets: string, maps: string, buildId: string): Promise<void>;
