import { useEffect } from 'react';
import { Problem } from '../../core/problem.ts';
import { useApplication } from '../application.ts';
import { fetched } from '../screens.ts';
import { usePageResume } from './use-page-resume.ts';
import { untilGone, useTask } from './use-task.ts';

/** Code of the page that is fetched when it is first needed. */
export class Chunk<Content> {
  /** Undefined until it has come. */
  content: Content | undefined = undefined;

  constructor(private readonly fetch: () => Promise<Content>) {}

  /** Rejects with the Problem `network` where it does not come, or as a Problem of the content itself, and may be called again. */
  readonly load = async (): Promise<Content> => (this.content ??= await fetched(this.fetch()));
}

interface ChunkState<Content> {
  content: Content | undefined;
  /** Why it has not come: `network` while the page's server is out of reach, `http` where only this part is missing. */
  problem: Problem | undefined;
  retry: () => void;
}

/**
 * Fetches a chunk as soon as the component needs it, and again when the page is shown again or the network is back. Older browsers
 * keep a failed import for as long as the page lives, and a new deployment takes old files away: where a retry by hand fails although
 * the server answers, the page itself is loaded again. Whoever calls it is an observer.
 */
export function useChunk<Content>(chunk: Chunk<Content>): ChunkState<Content> {
  const { page } = useApplication();
  const load = useTask(async (byHand: boolean) => {
    try {
      return await chunk.load();
    } catch (thrown) {
      Problem.expected(thrown);
      if (!(await page.isReachable())) throw new Problem('network', { cause: thrown });
      if (!byHand) throw new Problem('http', { message: 'a part of the page is missing', cause: thrown });
      page.reload();
      return untilGone();
    }
  });
  useEffect(() => {
    if (chunk.content === undefined) void load.run(false);
  }, [chunk, load]);
  usePageResume(() => {
    if (load.problem) void load.run(false);
  });
  return { content: chunk.content ?? load.result, problem: load.problem, retry: () => void load.run(true) };
}
