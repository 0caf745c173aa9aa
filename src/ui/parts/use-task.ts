import { useEffect, useState } from 'react';
import { useApplication } from '../application.ts';
import { STAYS_BUSY, Task } from '../stores/task.ts';

/** A task that navigates ends with this: it stays busy, and ignores taps, until its screen unmounts. */
export function staysBusy(): Promise<never> {
  return Promise.reject(STAYS_BUSY);
}

/**
 * Creates a task of this component that the user starts. The page does not reload by itself while it is under way. The
 * caller must be an observer.
 */
export function useTask<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
): Task<Args, Result> {
  const { activeTasks } = useApplication();
  return useReadTask((...args: Args) => activeTasks.track(action(...args)));
}

/** Creates a task that changes nothing, so that a reload of the page loses nothing. The caller must be an observer. */
export function useReadTask<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
): Task<Args, Result> {
  const { toProblem } = useApplication();
  const [task] = useState(() => new Task(action, toProblem));
  useEffect(() => task.setAction(action));
  return task;
}

/** Creates a task that reads on mount and each time `key` changes. */
export function useLoad<Result>(action: () => Promise<Result>, key = ''): Task<[string], Result> {
  const task = useReadTask<[string], Result>(action);
  useEffect(() => void task.restart(key), [task, key]);
  return task;
}
