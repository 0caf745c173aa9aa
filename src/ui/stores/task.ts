import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import type { Problem } from '../../core/problem.ts';

/** Something the user waits for: at most once at a time, with what it met and what it brought. */
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

  /** From the next run on this is done. */
  setAction(work: (...needs: Needs) => Promise<Result>): void {
    this.work = work;
  }

  /** Never rejects: a failure becomes `problem`. While it is busy nothing is begun. */
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

  /** As `run`, but where it is busy it begins anew once that is over: what is under way may be out of date. */
  async restart(...needs: Needs): Promise<void> {
    if (this.busy) this.next = needs;
    else await this.run(...needs);
  }

  /** The same once more. */
  async retry(): Promise<void> {
    if (this.needs) await this.run(...this.needs);
  }

  clearError(): void {
    this.problem = undefined;
  }
}
