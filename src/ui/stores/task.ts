import { makeAutoObservable, observableRef, runInAction } from 'mobx';
import { Problem } from '../../core/problem.ts';

/** Something the user waits for: at most once at a time, with what it met and what it brought. */
export class Task<Needs extends unknown[], Result> {
  busy = false;
  problem: Problem | undefined = undefined;
  result: Result | undefined = undefined;
  private needs: Needs | undefined = undefined;

  constructor(private readonly work: (...needs: Needs) => Promise<Result>) {
    makeAutoObservable<this, 'work' | 'needs'>(
      this,
      { work: false, needs: false, problem: observableRef, result: observableRef },
      { autoBind: true },
    );
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
      runInAction(() => (this.problem = Problem.of(thrown)));
    } finally {
      runInAction(() => (this.busy = false));
    }
  }

  /** The same once more. */
  async again(): Promise<void> {
    if (this.needs) await this.run(...this.needs);
  }

  forgetProblem(): void {
    this.problem = undefined;
  }
}
