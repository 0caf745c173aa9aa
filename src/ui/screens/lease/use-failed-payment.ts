import { useState } from 'react';
import { ConfirmPayment } from '../../../core/checkout/confirm/confirm-payment.ts';
import type { OrderGate } from '../../../core/checkout/order-gate.ts';
import type { PayableOrder } from '../../../core/order/order.ts';
import { Problem } from '../../../core/problem.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { usePageResume } from '../../parts/hooks/use-page-resume.ts';
import { useReadTask } from '../../parts/hooks/use-task.ts';
import { stateWordText } from '../../parts/words/server-words.ts';

/** Why a payment failed, and its order. */
interface FailedPayment {
  reason: string;
  order: PayableOrder;
}

/**
 * Keeps the last failed payment of a screen while its order is to be paid: until its payment sheet says something else, or
 * until the server does when the page is shown again. The caller must be an observer.
 */
export function useFailedPayment() {
  const { payments } = useApplication();
  const confirmation = useService(ConfirmPayment);
  const [failed, setFailed] = useState<FailedPayment>();
  const query = useReadTask(async (order: PayableOrder) => {
    const found = await confirmation.queryBriefly(order);
    if (found instanceof Problem || (found === undefined && !(await confirmation.isGone(order)))) return;
    const gate = found && payments.gateOf(found);
    if (gate?.kind === 'to-pay') return;
    payments.tellSettled(order, settledWords(gate));
    setFailed((current) => (current?.order.number === order.number ? undefined : current));
  });
  usePageResume(() => {
    if (failed) void query.run(failed.order);
  });
  const isOpenAgain = failed !== undefined && payments.isUnsettled(failed.order);
  if (isOpenAgain) setFailed(undefined);
  return [isOpenAgain ? undefined : failed, setFailed] as const;
}

/** What has become of an order that was to be paid; undefined if the server has it no more. */
function settledWords(gate: Exclude<OrderGate, { kind: 'to-pay' }> | undefined): string {
  switch (gate?.kind) {
    case 'paid':
      return copy.payment.paid;
    case 'refunded':
      return stateWordText(gate.word);
    case 'cancelled':
      return copy.payment.orderCancelled;
    case 'unknown':
      return copy.orders.unknown;
    case undefined:
      return copy.payment.orderGone;
  }
}
