import { useEffect } from 'react';
import { Problem } from '../../core/problem.ts';
import { useApplication } from '../application.ts';
import { failureHandled, type Chunk } from '../chunk.ts';
import { usePageResume } from './use-page-resume.ts';
import { staysBusy, useReadTask } from './use-task.ts';

interface ChunkState<Content> {
  content: Content | undefined;
  /** Why the fetch failed: `network` if the page's server is unreachable, `http` if only this chunk is missing. */
  problem: Problem | undefined;
  retry: () => void;
}

/**
 * Fetches a chunk when the component mounts. After a failure it retries when the page becomes visible or the network
 * returns. Older browsers cache a failed import, and a new deployment deletes old files. So if a manual retry fails
 * although the server responds, it reloads the page. The caller must be an observer.
 */
export function useChunk<Content>(chunk: Chunk<Content>): ChunkState<Content> {
  const { page } = useApplication();
  const load = useReadTask(async (byHand: boolean) => {
    try {
      return await chunk.load();
    } catch (thrown) {
      Problem.expected(thrown);
      const [isReachable] = await Promise.all([page.isReachable(), failureHandled()]);
      if (!isReachable) throw new Problem('network', { cause: thrown });
      if (!byHand) throw new Problem('http', { message: 'a chunk of the page is missing', cause: thrown });
      page.reload();
      return staysBusy();
    }
  });
  const content = chunk.content ?? load.result;
  const isMissing = content === undefined;
  // The chunk may have loaded since this render. Then this run returns it.
  useEffect(() => {
    if (isMissing) void load.run(false);
  }, [load, isMissing]);
  usePageResume(() => {
    if (load.problem) void load.run(false);
  });
  return { content, problem: load.problem, retry: () => void load.run(true) };
}
