import { yuanText } from '../../../core/basics/money.ts';
import type { PresentRental } from '../../../core/lease/present-rental.ts';
import type { PayableOrder } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { customerNotes } from '../../state/customer-notes.ts';
import { useScreenState } from '../../state/use-screen-state.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { separated } from '../words/separated.ts';
import { effectOn, renterOf } from './PresentRentalBanner.tsx';

/** An unpaid order, and a rental of its device that began since. */
export interface RentedMeanwhile {
  order: PayableOrder;
  rental: PresentRental;
}

interface RentalQuestionProps {
  rented: RentedMeanwhile;
  onAgree: (rented: RentedMeanwhile) => void;
  onClose: () => void;
}

/** Asks whether the user pays an order although its device is rented by another order, which may be another person's. */
export function RentalQuestion({ rented, onAgree, onClose }: RentalQuestionProps) {
  const { order, rental } = rented;
  const { lease, orders, payment } = copy;
  const notes = useScreenState(customerNotes);
  return (
    <Dialog
      title={renterOf(rental)}
      text={
        <>
          {rental.orderNo !== undefined && (
            <p>{separated([notes.of(rental.orderNo), payment.orderNumber(rental.orderNo)])}</p>
          )}
          <p>{effectOn(rental)}</p>
        </>
      }
      onDismiss={onClose}
      actions={[
        { label: lease.notNow, onPress: onClose },
        {
          label: order.amountFen === undefined ? orders.pay : lease.payNow(yuanText(order.amountFen)),
          tone: 'main',
          onPress: () => {
            onClose();
            onAgree(rented);
          },
        },
      ]}
    />
  );
}
