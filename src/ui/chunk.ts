import { Problem } from '../core/problem.ts';

/** Receives why a chunk failed to load. May return a promise, which never resolves if the page reloads. */
type FailureListener = (cause: unknown) => unknown;

const listeners = new Set<FailureListener>();
let handled: Promise<unknown> = Promise.resolve();

/** Resolves once all listeners have handled the last failure. A screen shows the failure only then. */
export const failureHandled = (): Promise<unknown> => handled;

/** Calls `listener` for each chunk that fails to load, whoever asked for it, until the caller unsubscribes. */
export function onChunkFailure(listener: FailureListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * True for an error of the code in a chunk. It has a line in its stack, which a failed request has only in WebKit; a
 * SyntaxError tells of chunks of two builds.
 */
function isBug(cause: unknown): boolean {
  return (
    cause instanceof Error &&
    !(cause instanceof SyntaxError) &&
    !/import|preload/i.test(cause.message) &&
    /:\d+:\d/.test(cause.stack ?? '')
  );
}

/**
 * Awaits an `import()`. Rejects with the Problem `network` if the file cannot be fetched, and with `internal` for a bug
 * in its code. Passes on a Problem that the promise itself rejects with.
 */
export function loadChunk<Chunk>(loading: Promise<Chunk>): Promise<Chunk> {
  return loading.catch((cause: unknown) => {
    if (cause instanceof Problem || isBug(cause)) throw Problem.of(cause);
    handled = Promise.all([...listeners].map((listener) => listener(cause)));
    throw new Problem('network', { message: 'a chunk of the page failed to load', cause });
  });
}

/** A chunk of the page that is fetched on first use. */
export class Chunk<Content> {
  /** Undefined until the chunk is loaded. */
  content: Content | undefined = undefined;

  constructor(private readonly fetch: () => Promise<Content>) {}

  /** Rejects with the Problem `network` if the chunk cannot be fetched. The caller may then call it again. */
  readonly load = async (): Promise<Content> => (this.content ??= await loadChunk(this.fetch()));
}
