import { useEffect } from 'react';
import { Problem } from '../../core/problem.ts';
import { useApplication } from '../application.ts';
import type { Chunk } from '../chunk.ts';
import { usePageResume } from './use-page-resume.ts';
import { neverResolves, useTask } from './use-task.ts';

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
      return neverResolves();
    }
  });
  const content = chunk.content ?? load.result;
  const isMissing = content === undefined;
  // The chunk may have arrived since this render: then this run shows it.
  useEffect(() => {
    if (isMissing) void load.run(false);
  }, [load, isMissing]);
  usePageResume(() => {
    if (load.problem) void load.run(false);
  });
  return { content, problem: load.problem, retry: () => void load.run(true) };
}
