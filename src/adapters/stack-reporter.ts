import { stackOf } from '../core/problem.ts';
import type { Reporter } from '../ports/reporter.ts';

/** Prints the stack of each error. */
export class StackReporter implements Reporter {
  constructor(private readonly print: (text: string) => void) {}

  report(error: Error): void {
    this.print(stackOf(error));
  }
}
