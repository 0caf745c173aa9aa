import type { Reporter } from '../../ports/reporter.ts';

/** Stores reported errors until a test takes them. */
export class FakeReporter implements Reporter {
  /** Oldest first. */
  readonly reported: Error[] = [];

  report(error: Error): void {
    this.reported.push(error);
  }

  /** Returns the errors reported since the last call. */
  take(): Error[] {
    return this.reported.splice(0);
  }
}
