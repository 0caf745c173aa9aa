import type { PaymentAnswer } from '../../../src/ports/payment-bridge.ts';
import type { Problem } from '../../../src/core/problem.ts';
import type { Tap } from './tap.ts';
import type { SimulatedPage } from './page.ts';

/** The payment sheet of WeChat, as long as it can answer. */
export interface Sheet {
  readonly page: SimulatedPage;
  readonly number: string;
  /** The amount for which it was prepared; integer fen. */
  readonly amountFen: number;
  readonly tap: Tap | undefined;
  /** When it opened, by the time of the world and by the clock of the phone; epoch ms. */
  readonly openedAt: number;
  readonly phoneAt: number;
  /** The customer has paid in it. */
  isPaid: boolean;
  /** The page no longer waits for its answer. */
  isAbandoned: boolean;
  /** What it answered last. */
  answered: PaymentAnswer['result'] | undefined;
  answer: (answer: PaymentAnswer) => void;
  fail: (problem: Problem) => void;
}
