import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Problem } from '../../core/problem.ts';

/** What an action rejects with to leave its task busy. */
export const STAYS_BUSY = new Error();

/** An asynchronous action as observable state. It runs at most once at a time. */
export class Task<Args extends unknown[], Result> {
  busy = false;
  problem: Problem | undefined = undefined;
  result: Result | undefined = undefined;
  #args: Args | undefined = undefined;
  #nextArgs: Args | undefined = undefined;
  #action: (...args: Args) => Promise<Result>;
  readonly #toProblem: (thrown: unknown) => Problem;

  constructor(action: (...args: Args) => Promise<Result>, toProblem: (thrown: unknown) => Problem) {
    this.#action = action;
    this.#toProblem = toProblem;
    makeAutoObservable(this, { setAction: false, problem: observableRef, result: observableRef }, { autoBind: true });
  }

  /** Replaces the action from the next run on. */
  setAction(action: (...args: Args) => Promise<Result>): void {
    this.#action = action;
  }

  /** Never rejects: a failure sets `problem`. Does nothing while the task is busy. */
  async run(...args: Args): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.#args = args;
    this.problem = undefined;
    try {
      const result = await this.#action(...args);
      runInAction(() => (this.result = result));
    } catch (thrown) {
      if (thrown === STAYS_BUSY) await new Promise(() => {});
      runInAction(() => (this.problem = this.#toProblem(thrown)));
    } finally {
      runInAction(() => (this.busy = false));
    }
    const nextArgs = this.#nextArgs;
    this.#nextArgs = undefined;
    if (nextArgs) await this.run(...nextArgs);
  }

  /** Like `run`, but a busy task runs once more afterwards, because its current result may be stale. */
  async restart(...args: Args): Promise<void> {
    if (this.busy) this.#nextArgs = args;
    else await this.run(...args);
  }

  /** Runs again with the arguments of the last run. */
  async retry(): Promise<void> {
    if (this.#args) await this.run(...this.#args);
  }

  clearError(): void {
    this.problem = undefined;
  }
}
