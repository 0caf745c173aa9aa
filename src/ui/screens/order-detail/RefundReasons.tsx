import { useNavigate } from 'react-router-dom';
import type { Order } from '../../../core/order/order.ts';
import { REFUND_REASONS, refundRequestAddress } from '../../state/refund-request.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import styles from './RefundReasons.module.css';

/** Asks why the order should be refunded, then opens a feedback about it. */
export function RefundReasons({ order, onClose }: { order: Order; onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Dialog
      kind="sheet"
      title={copy.refundRequest.title}
      text={copy.refundRequest.hint}
      actions={[{ label: copy.common.cancel, onPress: onClose, tone: 'plain' }]}
      onDismiss={onClose}
    >
      <div className={styles.reasons}>
        {REFUND_REASONS.map((reason) => (
          <Button
            key={reason}
            size="large"
            tone="quiet"
            wide
            onClick={() => void navigate(refundRequestAddress(order, reason))}
          >
            {copy.refundRequest.reasons[reason]}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
