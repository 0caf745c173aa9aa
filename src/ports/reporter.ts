/** Receives the errors of this program for the people who can fix them. */
export abstract class Reporter {
  /** Takes one error, which may have a cause. Never throws. */
  abstract report(error: Error): void;
}
