import type { Reporter } from '../ports/reporter.ts';

/** The reporter of the built page. It discards errors: nobody reads the page's console, and no error data may leave the phone. */
export class NoReporter implements Reporter {
  report(): void {}
}
