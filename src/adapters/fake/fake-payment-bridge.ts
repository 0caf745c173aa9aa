import { Problem } from '../../core/problem.ts';
import type { PaymentTarget, PaymentAnswer, PaymentBridge, PaymentSheet } from '../../ports/payment-bridge.ts';

/** What a test teaches for one payment: the answer, or what happens while the sheet is open. */
export type TaughtPayment = PaymentAnswer | Problem | 'open' | (() => PaymentAnswer | Promise<PaymentAnswer>);

/** All that the caller knows of the order, beyond what a bridge may read. */
type Asked = PaymentTarget & Readonly<Record<string, unknown>>;

/** A payment sheet that a test presses the buttons of, or one who hands the order over. */
export class FakePaymentBridge implements PaymentBridge {
  /** Every order that was asked to be paid, and the sheet that was opened for it. */
  readonly asked: { order: Asked; sheet?: PaymentSheet }[] = [];
  private readonly taught: TaughtPayment[] = [];
  private readonly late: ((answer: PaymentAnswer) => void)[] = [];

  /** With `handsOver` no sheet is opened here: `prepare` is never called. */
  constructor(private readonly options: { handsOver?: boolean } = {}) {}

  /** One payment after the other. */
  answers(...answers: TaughtPayment[]): this {
    this.taught.push(...answers);
    return this;
  }

  /** The payment that was opened last and given up is answered after all. */
  answersLate(answer: PaymentAnswer): void {
    this.late.pop()?.(answer);
  }

  async pay(
    order: PaymentTarget,
    prepare: () => Promise<PaymentSheet>,
    onLateAnswer?: (answer: PaymentAnswer) => void,
  ): Promise<PaymentAnswer> {
    const entry: { order: Asked; sheet?: PaymentSheet } = { order: order as Asked };
    this.asked.push(entry);
    if (this.options.handsOver) return { result: 'none' };
    const answer = this.taught.shift();
    if (answer === undefined) throw new Error(`FakePaymentBridge was taught no answer for order ${order.number}`);
    if (answer instanceof Problem) throw answer;
    entry.sheet = await prepare();
    const pressed = await this.press(answer);
    if (pressed.result === 'none' && onLateAnswer) this.late.push(onLateAnswer);
    return pressed;
  }

  private press(answer: Exclude<TaughtPayment, Problem>): PaymentAnswer | Promise<PaymentAnswer> {
    if (answer === 'open') return new Promise<never>(() => {});
    return typeof answer === 'function' ? answer() : answer;
  }
}
