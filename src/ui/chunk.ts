import { Problem } from '../core/problem.ts';

/** Receives why a chunk failed to load. */
type FailureListener = (cause: unknown) => void;

const listeners = new Set<FailureListener>();

/** Calls `listener` for each chunk that fails to load, whoever asked for it, until the caller unsubscribes. */
export function onChunkFailure(listener: FailureListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Awaits an `import()`. Rejects with the Problem `network` if the file cannot be fetched. Passes on a Problem that the
 * promise itself rejects with.
 */
export function loadChunk<Chunk>(loading: Promise<Chunk>): Promise<Chunk> {
  return loading.catch((cause: unknown) => {
    if (cause instanceof Problem) throw cause;
    for (const listener of listeners) listener(cause);
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
