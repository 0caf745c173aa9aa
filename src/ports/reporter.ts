/** Where the page noticed a bug: in a command, while React rendered, as an uncaught error or an unhandled rejection. */
export type BugOrigin = 'command' | 'render' | 'error' | 'rejection';

/** What a flow came to, for counters. docs/telemetry.md states when each is counted. */
export type Outcome =
  | 'entered'
  | 'ordered'
  | 'paid'
  | 'payment-unconfirmed'
  | 'started'
  | 'start-unconfirmed'
  | 'stopped'
  | 'stop-unconfirmed'
  | 'line-lost'
  | 'line-restored';

/** LCP, INP and TTFB in ms; CLS without a unit. See web.dev/vitals. */
export type WebVital = 'LCP' | 'INP' | 'CLS' | 'TTFB';

/** A failure that is not a bug of this program. `code` is that of a `Problem`. */
export interface ReportedProblem {
  readonly code: string;
  /** Name of the endpoint. */
  readonly call?: string;
  /** HTTP status. */
  readonly status?: number;
  /** The server's code of a refusal. */
  readonly serverCode?: string;
}

/** Something that happened in the field. `ms` is a duration. */
export type ReportEvent =
  | { kind: 'bug'; error: Error; origin: BugOrigin }
  | ({ kind: 'problem'; ms?: number } & ReportedProblem)
  /** `blocked`: a keyword such as `inline`, or the address of the resource. */
  | { kind: 'csp-violation'; directive: string; blocked: string }
  /** A script that the page loads when it needs it could not be fetched. `file`: its name or address, if the browser says it. */
  | { kind: 'missing-file'; file?: string }
  /** `ms`: how long the line was lost. */
  | { kind: 'outcome'; outcome: Outcome; ms?: number }
  | { kind: 'vital'; name: WebVital; value: number; route?: string };

/** Receives what happens in the field, for the operator and the developers. An adapter passes on nothing that identifies a person, a device or an order. */
export abstract class Reporter {
  /** Reports one event. Returns at once and never throws. */
  abstract report(event: ReportEvent): void;
}
