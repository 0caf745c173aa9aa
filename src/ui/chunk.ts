import { Problem } from '../core/problem.ts';

/** Awaits an `import()`; rejects with the Problem `network` where the file does not arrive, and with a Problem of the content itself as it is. */
export function loadChunk<Chunk>(loading: Promise<Chunk>): Promise<Chunk> {
  return loading.catch((cause: unknown) => {
    throw cause instanceof Problem
      ? cause
      : new Problem('network', { message: 'a part of the page did not come', cause });
  });
}

/** Code of the page that is fetched when it is first needed. */
export class Chunk<Content> {
  /** Undefined until it has arrived. */
  content: Content | undefined = undefined;

  constructor(private readonly fetch: () => Promise<Content>) {}

  /** Rejects with the Problem `network` where it does not arrive, and may be called again. */
  readonly load = async (): Promise<Content> => (this.content ??= await loadChunk(this.fetch()));
}
