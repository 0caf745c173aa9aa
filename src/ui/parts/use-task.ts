import { useEffect, useState } from 'react';
import { useApplication } from '../application.ts';
import { Task } from '../stores/task.ts';

/** What a task ends with that leads to another screen: it stays busy, and takes no further tap, until its own screen is gone. */
export function neverResolves(): Promise<never> {
  return new Promise(() => {});
}

/** A task of this screen; whoever calls it is an observer. */
export function useTask<Needs extends unknown[], Result>(
  work: (...needs: Needs) => Promise<Result>,
): Task<Needs, Result> {
  const { caught } = useApplication();
  const [task] = useState(() => new Task(work, caught));
  useEffect(() => task.setAction(work));
  return task;
}

/** A task that begins with the screen, and again whenever `key` changes. */
export function useLoad<Result>(work: () => Promise<Result>, key = ''): Task<[string], Result> {
  const task = useTask<[string], Result>(work);
  useEffect(() => void task.restart(key), [task, key]);
  return task;
}
