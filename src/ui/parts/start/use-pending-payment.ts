import { useSearchParams } from 'react-router-dom';
import type { PaymentTarget } from '../../../ports/payment-bridge.ts';
import { isSameDevice } from '../../../core/basics/device-code.ts';
import { useApplication } from '../../application.ts';

/**
 * True if the user comes from paying for this device, and the server has not confirmed the payment: a start would fail.
 * Other payments do not matter. The caller must be an observer.
 */
export function usePendingPayment(sno: string): boolean {
  const { payments } = useApplication();
  const [query] = useSearchParams();
  return payments.unsettledPayments.some(({ order }) => barsStart(order, sno, query));
}

/** True if an unsettled payment of this order bars a start of the device, on a screen with this query. */
export function barsStart(order: PaymentTarget, sno: string | undefined, query: URLSearchParams): boolean {
  return query.get('paid') === '1' && order.kind === 'lease' && isSameDevice(order.sno, sno);
}
