import { Problem } from '../../core/problem.ts';
import type { PaymentTarget, PaymentAnswer, PaymentBridge, PrepayParams } from '../../ports/payment-bridge.ts';

/** A test's answer to one payment, or a function that runs while the sheet is open. `open` never answers. */
export type TaughtPayment = PaymentAnswer | Problem | 'open' | (() => PaymentAnswer | Promise<PaymentAnswer>);

/** The caller's whole order, including fields that a bridge does not read. */
type PaidOrder = PaymentTarget & Readonly<Record<string, unknown>>;

/** A payment sheet that the test operates, or a bridge that passes the order on. */
export class FakePaymentBridge implements PaymentBridge {
  /** The order of each payment, with the sheet if one was opened. */
  readonly asked: { order: PaidOrder; sheet?: PrepayParams }[] = [];
  private readonly taught: TaughtPayment[] = [];
  private readonly late: ((answer: PaymentAnswer) => void)[] = [];

  /** With `handsOver` the bridge opens no sheet and never calls `prepare`. */
  constructor(private readonly options: { handsOver?: boolean } = {}) {}

  /** Defines the answers of the next payments, in order. */
  answers(...answers: TaughtPayment[]): this {
    this.taught.push(...answers);
    return this;
  }

  /** Delivers a later answer to the last payment that has answered. */
  answersLate(answer: PaymentAnswer): void {
    this.late.pop()?.(answer);
  }

  async pay(
    order: PaymentTarget,
    prepare: () => Promise<PrepayParams>,
    onLateAnswer?: (answer: PaymentAnswer) => void,
  ): Promise<PaymentAnswer> {
    const entry: { order: PaidOrder; sheet?: PrepayParams } = { order: order as PaidOrder };
    this.asked.push(entry);
    if (this.options.handsOver) return { result: 'none' };
    const answer = this.taught.shift();
    if (answer === undefined) throw new Error(`FakePaymentBridge was taught no answer for order ${order.number}`);
    if (answer instanceof Problem) throw answer;
    entry.sheet = await prepare();
    const pressed = await this.press(answer);
    if (onLateAnswer) this.late.push(onLateAnswer);
    return pressed;
  }

  private press(answer: Exclude<TaughtPayment, Problem>): PaymentAnswer | Promise<PaymentAnswer> {
    if (answer === 'open') return new Promise<never>(() => {});
    return typeof answer === 'function' ? answer() : answer;
  }
}
