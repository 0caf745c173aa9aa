import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Problem } from '../../core/problem.ts';

/** An asynchronous action as observable state. It runs at most once at a time. */
export class Task<Needs extends unknown[], Result> {
  busy = false;
  problem: Problem | undefined = undefined;
  result: Result | undefined = undefined;
  private needs: Needs | undefined = undefined;
  private next: Needs | undefined = undefined;

  constructor(
    private work: (...needs: Needs) => Promise<Result>,
    private readonly caught: (thrown: unknown) => Problem,
  ) {
    makeAutoObservable<this, 'work' | 'caught' | 'needs' | 'next'>(
      this,
      {
        work: false,
        caught: false,
        needs: false,
        next: false,
        setAction: false,
        problem: observableRef,
        result: observableRef,
      },
      { autoBind: true },
    );
  }

  /** Replaces the action from the next run on. */
  setAction(work: (...needs: Needs) => Promise<Result>): void {
    this.work = work;
  }

  /** Never rejects: a failure sets `problem`. Does nothing while the task is busy. */
  async run(...needs: Needs): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.needs = needs;
    this.problem = undefined;
    try {
      const result = await this.work(...needs);
      runInAction(() => (this.result = result));
    } catch (thrown) {
      runInAction(() => (this.problem = this.caught(thrown)));
    } finally {
      runInAction(() => (this.busy = false));
    }
    const next = this.next;
    this.next = undefined;
    if (next) await this.run(...next);
  }

  /** Like `run`, but a busy task runs once more afterwards, because its current result may be stale. */
  async restart(...needs: Needs): Promise<void> {
    if (this.busy) this.next = needs;
    else await this.run(...needs);
  }

  /** Runs again with the arguments of the last run. */
  async retry(): Promise<void> {
    if (this.needs) await this.run(...this.needs);
  }

  clearError(): void {
    this.problem = undefined;
  }
}
