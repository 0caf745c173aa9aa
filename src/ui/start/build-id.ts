/** Version and build id of the page, which the build writes into index.html. Empty in development. */
export function pageBuild(): { version?: string; id?: string } {
  const [version, id] = document.querySelector<HTMLMetaElement>('meta[name=build]')?.content.split(' ') ?? [];
  return { version, id };
}
