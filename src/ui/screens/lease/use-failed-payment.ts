import { useState } from 'react';
import { ConfirmPayment } from '../../../core/checkout/confirm/confirm-payment.ts';
import type { OrderGate } from '../../../core/checkout/order-gate.ts';
import type { Destination } from '../../../core/destination.ts';
import type { PayableOrder } from '../../../core/order/order.ts';
import { Problem } from '../../../core/problem.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { usePageResume } from '../../parts/hooks/use-page-resume.ts';
import { useReadTask } from '../../parts/hooks/use-task.ts';
import { stateWordText } from '../../parts/words/server-words.ts';

/** Why a payment failed, its order, and where the purchase leads once it is paid; nowhere if the order is of another one. */
interface FailedPayment {
  reason: string;
  order: PayableOrder;
  leadsTo: Destination | undefined;
}

/**
 * Keeps the last failed payment of a screen while its order is to be paid: until its payment sheet says something else, or
 * until the server does when the page is shown again. One that turns out to be paid is confirmed like any other. The caller
 * must be an observer.
 */
export function useFailedPayment() {
  const { payments } = useApplication();
  const confirmation = useService(ConfirmPayment);
  const [failed, setFailed] = useState<FailedPayment>();
  const query = useReadTask(async ({ order, leadsTo }: FailedPayment) => {
    const found = await confirmation.queryBriefly(order);
    if (found instanceof Problem || (found === undefined && !(await confirmation.isGone(order)))) return;
    const gate = found && payments.gateOf(found);
    if (gate?.kind === 'to-pay') return;
    if (gate?.kind === 'paid') payments.showConfirmed(order, { leadsTo });
    else payments.tellSettled(order, settledWords(gate));
    setFailed((current) => (current?.order.number === order.number ? undefined : current));
  });
  usePageResume(() => {
    if (failed) void query.run(failed);
  });
  const isOpenAgain = failed !== undefined && payments.isUnsettled(failed.order);
  if (isOpenAgain) setFailed(undefined);
  return [isOpenAgain ? undefined : failed, setFailed] as const;
}

type Ended = Exclude<OrderGate, { kind: 'to-pay' } | { kind: 'paid' }>;

/** What has become of an order that was to be paid, if it was not paid; undefined if the server has it no more. */
function settledWords(gate: Ended | undefined): string {
  switch (gate?.kind) {
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
