import { Problem } from '../core/problem.ts';

/** How browsers and the build name a file that is missing, and files of two builds. */
const MISSING = /import|preload|^SyntaxError/i;

/** True if a file of the page could not be fetched; false for a bug in its code. */
export function isMissingFile(cause: Error): boolean {
  // Only an error of the code has a line in its stack; in WebKit, a failed request may have one, too.
  return MISSING.test(String(cause)) || !/:\d+:\d/.test(cause.stack ?? '');
}

/**
 * Awaits an `import()`. Rejects with the Problem `network` if a file cannot be fetched, and with `internal` for a bug in
 * its code. Passes on a Problem that the promise itself rejects with.
 */
export function loaded<Content>(loading: Promise<Content>): Promise<Content> {
  return loading.catch((cause: Error) => {
    if (cause instanceof Problem || !isMissingFile(cause)) throw Problem.of(cause);
    throw new Problem('network', { message: 'a file of the page failed to load', cause });
  });
}
