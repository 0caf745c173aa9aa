import type { Outcome, ReportEvent, Reporter } from '../../ports/reporter.ts';

/** Stores reported events until a test takes them. */
export class FakeReporter implements Reporter {
  /** The errors of reported bugs, oldest first. */
  readonly reported: Error[] = [];
  /** All other events, oldest first. */
  readonly events: Exclude<ReportEvent, { kind: 'bug' }>[] = [];

  report(event: ReportEvent): void {
    if (event.kind === 'bug') this.reported.push(event.error);
    else this.events.push(event);
  }

  /** Returns the bugs reported since the last call. */
  take(): Error[] {
    return this.reported.splice(0);
  }

  /** Returns the reported outcomes, oldest first. */
  outcomes(): Outcome[] {
    return this.events.flatMap((event) => (event.kind === 'outcome' ? [event.outcome] : []));
  }
}
