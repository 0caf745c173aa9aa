import { useSearchParams } from 'react-router-dom';
import { isForDevice } from '../../core/order/order.ts';
import { useApplication } from '../application.ts';

/**
 * True if the user comes from paying for this device, and the server has not confirmed the payment: a start would fail.
 * Payments for other devices do not matter. The caller must be an observer.
 */
export function usePendingPayment(sno: string | undefined): boolean {
  const { device, payments } = useApplication();
  const [query] = useSearchParams();
  return (
    query.get('paid') === '1' &&
    sno !== undefined &&
    payments.unsettledPayments.some(({ order }) => isForDevice(order, sno, device.operatorId))
  );
}
