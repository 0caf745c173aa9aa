import { yuanText } from '../../../core/basics/money.ts';
import { dateText } from '../../../core/basics/time.ts';
import type { OrderedRental } from '../../../core/checkout/pay/rented-since.ts';
import type { PayableOrder } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { customerNotes } from '../../state/customer-notes.ts';
import { useScreenState } from '../../state/use-screen-state.ts';
import { Dialog } from '../dialog/Dialog.tsx';
import { separated } from '../words/separated.ts';

/** An unpaid order, and the rental that its payment extends. */
export interface ExtendedByPaying {
  order: PayableOrder;
  rental: OrderedRental;
}

interface ExtensionQuestionProps {
  extended: ExtendedByPaying;
  onAgree: (extended: ExtendedByPaying) => void;
  onClose: () => void;
}

/** Asks whether the user pays an order although its device is rented for a customer by another order, which may be another customer's. */
export function ExtensionQuestion({ extended, onAgree, onClose }: ExtensionQuestionProps) {
  const { order, rental } = extended;
  const { lease, orders, payment } = copy;
  const note = useScreenState(customerNotes).of(rental.orderNo);
  const until = rental.expiresAt === undefined ? undefined : dateText(rental.expiresAt);
  return (
    <Dialog
      title={lease.rentedForCustomer}
      text={
        <>
          <p>{separated([note, payment.orderNumber(rental.orderNo)])}</p>
          <p>{lease.onRental(rental.isSure ? 'extends' : 'may-extend', until)}</p>
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
            onAgree(extended);
          },
        },
      ]}
    />
  );
}
