import { useEffect } from 'react';
import { Problem } from '../core/problem.ts';
import { useApplication } from './application.ts';
import { usePageResume } from './parts/hooks/use-page-resume.ts';
import { staysBusy, useReadTask } from './parts/hooks/use-task.ts';

/** Receives why a file failed to load. May return a promise, which never resolves if the page reloads. */
type FailureListener = (cause: unknown) => unknown;

const listeners = new Set<FailureListener>();
let handled: Promise<unknown> = Promise.resolve();

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
    handled = Promise.all([...listeners].map((listener) => listener(cause)));
    throw new Problem('network', { message: 'a file of the page failed to load', cause });
  });
}

/** A part of the page that is fetched on first use. */
export class Lazy<Content> {
  /** Undefined until it is fetched. */
  content: Content | undefined = undefined;

  constructor(private readonly fetch: () => Promise<Content>) {}

  /** Rejects with the Problem `network` if it cannot be fetched. The caller may then call it again. */
  async load(): Promise<Content> {
    return (this.content ??= await loaded(this.fetch()));
  }
}

interface LazyState<Content> {
  content: Content | undefined;
  /** Why the fetch failed: `network` if the page's server is unreachable, `http` if only this file is missing. */
  problem: Problem | undefined;
  retry: () => void;
}

/**
 * Fetches a part when the component mounts. After a failure it tries again when the page becomes visible or the network
 * returns. Some browsers never fetch a failed import again, and a new deployment deletes old files. So if a retry by the
 * user fails although the server responds, it reloads the page. The caller must be an observer.
 */
export function useLazy<Content>(lazy: Lazy<Content>): LazyState<Content> {
  const { page } = useApplication();
  const load = useReadTask(async (byHand: boolean) => {
    try {
      return await lazy.load();
    } catch (thrown) {
      Problem.expected(thrown);
      const [isReachable] = await Promise.all([page.isReachable(), handled]);
      if (!isReachable) throw new Problem('network', { cause: thrown });
      if (!byHand) throw new Problem('http', { message: 'a file of the page is missing', cause: thrown });
      page.reload();
      return staysBusy();
    }
  });
  const content = lazy.content ?? load.result;
  const isMissing = content === undefined;
  // It may have been loaded since this render. Then this run returns it.
  useEffect(() => {
    if (isMissing) void load.run(false);
  }, [load, isMissing]);
  usePageResume(() => {
    if (load.problem) void load.run(false);
  });
  return { content, problem: load.problem, retry: () => void load.run(true) };
}
