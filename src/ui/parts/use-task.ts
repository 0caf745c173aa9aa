import { useEffect, useRef, useState } from 'react';
import { Task } from '../stores/task.ts';

/** A task of this screen; whoever calls it is an observer. */
export function useTask<Needs extends unknown[], Result>(work: (...needs: Needs) => Promise<Result>): Task<Needs, Result> {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  const [task] = useState(() => new Task((...needs: Needs) => latest.current(...needs)));
  return task;
}

/** A task that begins with the screen, and again whenever `key` changes. */
export function useLoad<Result>(work: () => Promise<Result>, key = ''): Task<[], Result> {
  const task = useTask(work);
  useEffect(() => void task.run(), [task, key]);
  return task;
}
