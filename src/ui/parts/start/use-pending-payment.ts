import { useSearchParams } from 'react-router-dom';
import { isSameDevice } from '../../../core/basics/device-code.ts';
import { useApplication } from '../../application.ts';

/**
 * True if the user comes from paying for this device, and the server has not confirmed the payment: a start would fail.
 * Other payments do not matter. The caller must be an observer.
 */
export function usePendingPayment(sno: string): boolean {
  const { payments } = useApplication();
  const [query] = useSearchParams();
  return (
    query.get('paid') === '1' &&
    payments.unsettledPayments.some(({ order }) => order.kind === 'lease' && isSameDevice(order.sno, sno))
  );
}
