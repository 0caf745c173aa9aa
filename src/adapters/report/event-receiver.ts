import type { ReportEvent } from '../../ports/reporter.ts';

/** When and where an event happened: epoch ms by the clock of the phone, and the path of the screen in the page's table. */
export interface Seen {
  at: number;
  route: string;
}

/** Receives events with their time and place. */
export interface EventReceiver {
  report(event: ReportEvent, seen: Seen): void;
}
