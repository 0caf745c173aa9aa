import { stackOf } from '../../core/problem.ts';
import type { ReportEvent, Reporter } from '../../ports/reporter.ts';

/** Prints the stack of each bug, and nothing else. */
export class StackReporter implements Reporter {
  constructor(private readonly print: (text: string) => void) {}

  report(event: ReportEvent): void {
    if (event.kind === 'bug') this.print(stackOf(event.error));
  }
}
