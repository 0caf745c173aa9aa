import type { Reporter } from '../../ports/reporter.ts';

/** Keeps what was reported until a test takes it. */
export class FakeReporter implements Reporter {
  /** The oldest first. */
  readonly reported: Error[] = [];

  report(error: Error): void {
    this.reported.push(error);
  }

  /** Returns what was reported since the last call. */
  take(): Error[] {
    return this.reported.splice(0);
  }
}
