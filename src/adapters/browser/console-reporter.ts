import type { Reporter } from '../../ports/reporter.ts';

/** Logs each error, with its cause and its stack, to the browser's console. */
export class ConsoleReporter implements Reporter {
  report(error: Error): void {
    // oxlint-disable-next-line no-console -- this reporter writes to the console
    console.error(error);
  }
}
