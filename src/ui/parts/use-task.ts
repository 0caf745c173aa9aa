import { useEffect, useState } from 'react';
import { useApplication } from '../application.ts';
import { Task } from '../stores/task.ts';

/** A task that navigates ends with this promise: it stays busy, and ignores taps, until its screen unmounts. */
export function neverResolves(): Promise<never> {
  return new Promise(() => {});
}

/** Creates a task of this component. The caller must be an observer. */
export function useTask<Args extends unknown[], Result>(
  action: (...args: Args) => Promise<Result>,
): Task<Args, Result> {
  const { toProblem } = useApplication();
  const [task] = useState(() => new Task(action, toProblem));
  useEffect(() => task.setAction(action));
  return task;
}

/** Creates a task that runs on mount and each time `key` changes. */
export function useLoad<Result>(action: () => Promise<Result>, key = ''): Task<[string], Result> {
  const task = useTask<[string], Result>(action);
  useEffect(() => void task.restart(key), [task, key]);
  return task;
}
