import type { Reporter } from '../../ports/reporter.ts';

/** Shows each error, with its cause and its stack, in the browser's console. */
export class ConsoleReporter implements Reporter {
  report(error: Error): void {
    // oxlint-disable-next-line no-console -- the console is what this reporter is for
    console.error(error);
  }
}
