import type { Reporter } from '../ports/reporter.ts';

/** The reporter of the built page: nobody reads its console, and nothing leaves the phone. */
export class NoReporter implements Reporter {
  report(): void {}
}
