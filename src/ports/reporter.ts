/** Receives bugs of this program, for its developers. */
export abstract class Reporter {
  /** Reports one error with its cause. Never throws. */
  abstract report(error: Error): void;
}
