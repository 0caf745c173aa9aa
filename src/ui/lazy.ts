import { Problem } from '../core/problem.ts';

/** Receives why a file failed to load. */
type FailureListener = (cause: unknown) => void;

const listeners = new Set<FailureListener>();

/** Calls `listener` for each file of the page that fails to load, whoever asked for it, until the caller unsubscribes. */
export function onLoadFailure(listener: FailureListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How browsers and the build name a file that is missing, and files of two builds. */
const MISSING = /import|preload|^SyntaxError/i;

/**
 * Awaits an `import()`. Rejects with the Problem `network` if a file cannot be fetched, and with `internal` for a bug in
 * its code. Passes on a Problem that the promise itself rejects with.
 */
export function loaded<Content>(loading: Promise<Content>): Promise<Content> {
  return loading.catch((cause: Error) => {
    // Only an error of the code has a line in its stack; in WebKit, a failed request may have one, too.
    if (cause instanceof Problem || (!MISSING.test(String(cause)) && /:\d+:\d/.test(cause.stack ?? '')))
      throw Problem.of(cause);
    for (const listener of listeners) listener(cause);
    throw new Problem('network', { message: 'a file of the page failed to load', cause });
  });
}
