import { useEffect, useState } from 'react';
import type { Problem } from '../../../core/problem.ts';
import { useApplication } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import type { ToastTone } from '../../stores/toasts.ts';
import { problemMessage } from '../words/problem-message.ts';
import { useScreenSignal } from './use-screen-signal.ts';
import { makeAutoObservable, observableRef, runInAction } from 'mobx';

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

/** A task that navigates ends with this: it stays busy, and ignores taps, until its screen unmounts. */
export function staysBusy(): Promise<never> {
  return Promise.reject(STAYS_BUSY);
}

/** What the action of a task returns if it did what the user asked for, and a message says so. */
export class Done {
  /** `show` shows the result on the screen; it is not called after the screen unmounts. */
  constructor(
    readonly words: string,
    readonly show: () => void | Promise<void>,
  ) {}
}

/** What the action of a task returns if it did not do what the user asked for. */
export class NotDone {
  /** `show` shows the reason on the screen; it is not called after the screen unmounts. */
  constructor(
    readonly reason: string,
    readonly show: () => void | Promise<void>,
  ) {}
}

/**
 * Creates a task of this component that changes something for the user who starts it. The page offers no new build
 * while it is under way. If the screen unmounts before the task ends, the message tells its name and the outcome, except
 * for a task that was cancelled by leaving: the next screen may be about something else. The caller must be an observer.
 */
export function useTask<Args extends unknown[], Result>(
  name: string | ((...args: Args) => string),
  action: (...args: Args) => Promise<Result | Done | NotDone>,
  reasonOf: (problem: Problem, args: Args) => string = problemMessage,
): Task<Args, Result | undefined> {
  const { toasts, toProblem } = useApplication();
  const signal = useScreenSignal();
  const tell = (args: Args, outcome: string, tone: ToastTone) =>
    toasts.tell(copy.tasks.ended(typeof name === 'string' ? name : name(...args), outcome), tone);
  return useNavigation(async (...args: Args) => {
    try {
      const result = await action(...args);
      if (!(result instanceof NotDone || result instanceof Done)) return result;
      if (signal.aborted) {
        if (result instanceof Done) tell(args, result.words, 'good');
        else tell(args, result.reason, 'bad');
        return undefined;
      }
      if (result instanceof Done) toasts.show(result.words, 'good');
      await result.show();
    } catch (thrown) {
      if (thrown === STAYS_BUSY || !signal.aborted) throw thrown;
      const problem = toProblem(thrown);
      if (problem.code !== 'cancelled') tell(args, reasonOf(problem, args), 'bad');
    }
    return undefined;
  });
}

/**
 * Creates a task that leads the user to another screen and changes nothing: a user who has gone elsewhere misses nothing
 * by its failure. The page offers no new build while it is under way. The caller must be an observer.
 */
export function useNavigation<Args extends unknown[], Result>(
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

/** Creates a task that reads on mount and each time `key` changes, which the action is given. */
export function useLoad<Result>(action: (key: string) => Promise<Result>, key = ''): Task<[string], Result> {
  const task = useReadTask<[string], Result>(action);
  useEffect(() => void task.restart(key), [task, key]);
  return task;
}
