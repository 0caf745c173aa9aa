/** The build of the page in the browser. */
export interface PageBuild {
  version: string;
  /** A hash of the built files. */
  buildId: string;
}

/** Reads what the build wrote into index.html. Undefined in development. */
export function pageBuild(): PageBuild | undefined {
  const [version, buildId] = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content.split(' ') ?? [];
  return version && buildId ? { version, buildId } : undefined;
}
