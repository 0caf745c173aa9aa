import type { ReportEvent, Reporter } from '../../../ports/reporter.ts';

/** Logs each event to the browser's console; a bug with its cause and its stack. */
export class ConsoleReporter implements Reporter {
  report(event: ReportEvent): void {
    // oxlint-disable no-console -- this reporter writes to the console
    if (event.kind === 'bug') console.error(event.error);
    else console.debug('report', event);
  }
}
