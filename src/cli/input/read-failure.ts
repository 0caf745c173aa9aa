const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
};

/** Why the operating system did not let a file be read, in words. */
export function readFailure(thrown: unknown): string {
  const { code = 'unknown reason' } = thrown as NodeJS.ErrnoException;
  return REASONS[code] ?? code;
}
