import { Problem } from '../core/problem.ts';

/**
 * Awaits an `import()`. Rejects with the Problem `network` if the file cannot be fetched. Passes on a Problem that the
 * promise itself rejects with.
 */
export function loadChunk<Chunk>(loading: Promise<Chunk>): Promise<Chunk> {
  return loading.catch((cause: unknown) => {
    throw cause instanceof Problem
      ? cause
      : new Problem('network', { message: 'a chunk of the page failed to load', cause });
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
