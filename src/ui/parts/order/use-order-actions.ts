import { useRef, useState } from 'react';
import { CancelOrder } from '../../../core/checkout/cancel-order.ts';
import { PayOrder } from '../../../core/checkout/pay/pay-order.ts';
import { ReadRentedSince } from '../../../core/checkout/pay/rented-since.ts';
import type { OrderGate } from '../../../core/checkout/order-gate.ts';
import { amountDueOf, type Order, type PayableOrder } from '../../../core/order/order.ts';
import type { Problem } from '../../../core/problem.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { type Task, Done, NotDone, useTask } from '../hooks/use-task.ts';
import type { Failure } from '../failure/FailureBanner.tsx';
import { failureOf } from '../failure/failure-of.ts';
import { reasonWords, stateWordText } from '../words/server-words.ts';
import { isSameRental, type PresentRental } from '../../../core/lease/present-rental.ts';
import type { RentedMeanwhile } from './RentalQuestion.tsx';
import type { NamedPrice } from './PriceQuestion.tsx';
import { useScreenSignal } from '../hooks/use-screen-signal.ts';

/** What happened, and what it means for the order. */
interface FailedAction extends Failure {
  /** Whether what it says is still true of the order, as the screen knows it. */
  holds: (order: Order) => boolean;
}

interface OrderActions {
  pay: Pick<Task<[PayableOrder], unknown>, 'run' | 'retry' | 'busy'>;
  cancel: Pick<Task<[Order], unknown>, 'run' | 'retry' | 'busy'>;
  busy: boolean;
  /**
   * Why the last action failed, and what that means for the order as the server reports it now; shown until the next
   * action.
   */
  failureOf(order: Order): Failure | undefined;
  /** The amount to agree to before the payment, which `closeQuestion` declines. */
  named: NamedPrice | undefined;
  /** A rental of the order's device to know of before the payment, which `closeQuestion` declines. */
  rented: RentedMeanwhile | undefined;
  /** Pays the order beside the rental. */
  payBeside: (agreed: RentedMeanwhile) => void;
  closeQuestion: () => void;
  /** What may be done with the order. */
  gateOf(order: Order): OrderGate;
  /** True if the order must not be paid or cancelled now, because its payment may have taken effect. */
  isPaymentBlocked(order: Order): boolean;
}

/**
 * Pays and cancels an order. `onChange` runs after each, to read the order again. The caller must be an observer.
 */
export function useOrderActions(onChange: () => Promise<void>): OrderActions {
  const { payments, toasts } = useApplication();
  const payOrder = useService(PayOrder);
  const rentedSince = useService(ReadRentedSince);
  const cancelOrder = useService(CancelOrder);
  const signal = useScreenSignal();
  const [named, setNamed] = useState<NamedPrice>();
  const [rented, setRented] = useState<RentedMeanwhile>();
  /** The rentals that the user knows of. */
  const knownRentals = useRef<PresentRental[]>([]);
  const [failed, setFailed] = useState<FailedAction>();
  const [lastAction, setLastAction] = useState<'pay' | 'cancel'>('pay');
  /** What happened stays on the screen that asked. */
  const notDone = (failure: FailedAction) =>
    new NotDone(failure.reason ?? failure.title, async () => {
      setFailed(failure);
      await onChange();
    });
  /** A short message suffices on the screen that asked, which then shows the order as it is. */
  const toldBriefly = (words: string) =>
    new NotDone(words, async () => {
      toasts.show(words);
      await onChange();
    });
  const isOpen = (order: Order) => ['to-pay', 'unknown'].includes(payments.gateOf(order).kind);
  const isUnpaid = (order: Order) => payments.gateOf(order).kind === 'to-pay' && !payments.isUnsettled(order);
  const isInDoubt = (order: Order) => {
    const gate = payments.gateOf(order);
    return gate.kind === 'to-pay' && !gate.mayBeCancelled;
  };
  const nameOfPayment = ({ number }: PayableOrder) => copy.tasks.pay(number);
  const pay = useTask(nameOfPayment, async (order: PayableOrder) => {
    setFailed(undefined);
    setNamed(undefined);
    setRented(undefined);
    setLastAction('pay');
    const { byOther, rentals } = await rentedSince.read(order);
    if (byOther)
      return notDone({ title: copy.payment.notOpened, reason: copy.entry.reasons[byOther], holds: isUnpaid });
    const rental = rentals.find((each) => knownRentals.current.every((known) => !isSameRental(known, each)));
    if (rental)
      return new NotDone(copy.orders.paymentNotOpened[order.kind], () => {
        setRented({ order, rental });
      });
    const outcome = await payments.track(() => payOrder.pay(order, { signal }));
    if (outcome.kind === 'paid') {
      if (outcome.refunded !== undefined) return toldBriefly(stateWordText(outcome.refunded));
      return new Done(outcome.elsewhere ? copy.payment.paidElsewhere : copy.payment.paid, onChange);
    }
    if (outcome.kind === 'not-opened') return toldBriefly(copy.orders.paymentNotOpened[order.kind]);
    if (outcome.kind === 'cancelled')
      return toldBriefly(outcome.by === 'customer' ? copy.payment.cancelled : copy.payment.orderCancelled);
    if (outcome.kind === 'price-changed')
      return new NotDone(copy.orders.paymentNotOpened[order.kind], () => {
        setNamed({ order, amountFen: outcome.amountFen });
        // The question can be answered meanwhile.
        void onChange();
      });
    if (outcome.kind === 'price-unknown')
      return notDone({
        title: copy.orders.priceUnknown,
        holds: (current) => isUnpaid(current) && amountDueOf(current) === undefined,
      });
    if (outcome.kind === 'failed')
      return notDone({
        title: copy.payment.notMade,
        reason: reasonWords(outcome.message, copy.payment.failed),
        meaning: payments.mayHaveBeenPaid(order) ? undefined : copy.payment.stillToPay,
        holds: isUnpaid,
      });
    await onChange();
    return undefined;
  });
  const nameOfCancellation = ({ number }: Order) => copy.tasks.cancelOrder(number);
  const cancel = useTask(nameOfCancellation, async (order: Order) => {
    setFailed(undefined);
    setLastAction('cancel');
    const outcome = await cancelOrder.cancel(order);
    payments.resumeUnsettled();
    if (outcome.kind === 'refunded') return toldBriefly(stateWordText(outcome.word));
    const { kind } = outcome;
    if (kind === 'done') return new Done(copy.orders.cancelDone, onChange);
    const words = copy.orders.notCancelled[kind];
    if (kind === 'in-doubt') return notDone({ title: words, holds: isInDoubt });
    return kind === 'unknown' ? notDone({ title: words, holds: isOpen }) : toldBriefly(words);
  });
  const busy = pay.busy || cancel.busy;
  const { problem } = lastAction === 'pay' ? pay : cancel;
  const failure: FailedAction | undefined =
    failed ??
    (problem && {
      ...failureOf(problem, lastAction === 'pay' ? copy.payment.notOpened : cancelWords(problem)),
      holds: isOpen,
    });
  const isPaymentBlocked = (order: Order) => {
    const gate = payments.gateOf(order);
    return gate.kind === 'to-pay' && !busy && (payments.isQuerying(order) || !gate.mayBePaid);
  };
  return {
    pay,
    cancel,
    busy,
    failureOf: (order) => (failure?.holds(order) ? failure : undefined),
    named,
    rented,
    closeQuestion: () => {
      setNamed(undefined);
      setRented(undefined);
    },
    payBeside: ({ order, rental }) => {
      knownRentals.current.push(rental);
      void pay.run(order);
    },
    gateOf: payments.gateOf,
    isPaymentBlocked,
  };
}

function cancelWords({ mayHaveTakenEffect }: Problem): string {
  return mayHaveTakenEffect ? copy.orders.cancelUnsure : copy.orders.cancelFailed;
}
