import type { Input } from '../environment.ts';

/** The text from stdin, read to its end or just past `limit` characters. */
export async function readText(stdin: Input, limit: number): Promise<string> {
  let text = '';
  stdin.setEncoding('utf8');
  for await (const part of stdin) {
    text += String(part);
    if (text.length > limit) break;
  }
  return text;
}

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
