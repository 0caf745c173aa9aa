import { makeAutoObservable, runInAction } from 'mobx';

/** Counts what the user has started and what has not ended, also on screens that the user has left. */
export class ActiveTasks {
  count = 0;

  constructor() {
    makeAutoObservable(this, { track: false });
  }

  /** Returns the same promise, so that its result arrives no later. */
  track<Result>(task: Promise<Result>): Promise<Result> {
    const add = (difference: number) => runInAction(() => (this.count += difference));
    const end = () => add(-1);
    add(1);
    task.then(end, end);
    return task;
  }
}
