import { useState } from 'react';
import type { OrderGate } from '../../../core/checkout/order-gate.ts';
import type { Order } from '../../../core/order/order.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { CancelOrderDialog } from '../../parts/order/CancelOrderDialog.tsx';
import styles from './OrderActions.module.css';

interface OrderActionsProps {
  order: Order;
  gate: OrderGate;
  busy: boolean;
  onPay: () => void;
  onCancel: () => void;
  onChooseAgain: () => void;
  onUse: () => void;
  /** `over`: the device is not leased to this user any more. `of-other`: by another order, which may be another customer's. */
  use: 'usable' | 'over' | 'of-other';
  onRentAgain: () => void;
  onDevices: () => void;
  onSupport: () => void;
}

/** What may be done with an order. */
export function OrderActions(props: OrderActionsProps) {
  const { order, gate, busy, onPay, onCancel, onChooseAgain, onUse, use, onRentAgain, onDevices, onSupport } = props;
  const [confirmOpen, setConfirmOpen] = useState(false);
  switch (gate.kind) {
    case 'to-pay':
      return (
        <div className={styles.actions}>
          <Button size="large" tone="plain" busy={busy} onClick={() => setConfirmOpen(true)}>
            {copy.orders.cancel}
          </Button>
          <Button size="large" busy={busy} onClick={onPay}>
            {copy.orders.pay}
          </Button>
          {confirmOpen && <CancelOrderDialog order={order} onCancel={onCancel} onClose={() => setConfirmOpen(false)} />}
        </div>
      );
    case 'refunded':
      return (
        <Button size="large" wide onClick={onSupport}>
          {copy.orders.support}
        </Button>
      );
    case 'paid':
      if (order.kind !== 'card' && order.sno === undefined) return null;
      return (
        <Button size="large" wide onClick={{ usable: onUse, over: onRentAgain, 'of-other': onDevices }[use]}>
          {{ usable: copy.orders.toDevice, over: copy.orders.rentAgain, 'of-other': copy.modes.toDevices }[use]}
        </Button>
      );
    case 'unknown':
      return (
        <div className={styles.actions}>
          <Button size="large" tone="plain" onClick={onChooseAgain}>
            {copy.orders.chooseAgain}
          </Button>
          <Button size="large" onClick={onSupport}>
            {copy.orders.support}
          </Button>
        </div>
      );
    case 'cancelled':
      return (
        <Button size="large" wide onClick={onChooseAgain}>
          {copy.orders.chooseAgain}
        </Button>
      );
  }
}

/** True if `OrderActions` has a button for the support. */
export function offersSupport({ kind }: OrderGate): boolean {
  return kind === 'refunded' || kind === 'unknown';
}
