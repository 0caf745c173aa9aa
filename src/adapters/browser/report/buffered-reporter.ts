import type { ReportEvent, Reporter } from '../../../ports/reporter.ts';
import type { EventReceiver, Seen } from '../../report/event-receiver.ts';

const MAX_HELD = 50;

/** Holds the first events until the page knows who receives them, then passes on all events with their time and place. */
export class BufferedReporter implements Reporter {
  private readonly held: [ReportEvent, Seen][] = [];
  private receiver?: EventReceiver;

  constructor(private readonly seen: () => Seen) {}

  report(event: ReportEvent): void {
    if (this.receiver) this.receiver.report(event, this.seen());
    else if (this.held.length < MAX_HELD) this.held.push([event, this.seen()]);
  }

  /** Passes the held events and all later ones to the receiver. */
  passTo(receiver: EventReceiver): void {
    this.receiver = receiver;
    for (const [event, seen] of this.held.splice(0)) receiver.report(event, seen);
  }
}
