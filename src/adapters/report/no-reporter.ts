import type { Reporter } from '../../ports/reporter.ts';

/** Discards all events. The page uses it unless its configuration names a receiver. */
export class NoReporter implements Reporter {
  report(): void {}
}
