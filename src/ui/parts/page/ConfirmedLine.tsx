import { observer } from 'mobx-react-lite';
import { orderLink } from '../../../core/app-links.ts';
import { leaseToRenew } from '../../../core/device/device-use.ts';
import { saysForWhom } from '../../../core/lease/lease-terms.ts';
import { paidLeaseEnd } from '../../../core/lease/paid-lease.ts';
import { FindOrder } from '../../../core/order/find-order.ts';
import { ignoreFailure } from '../../../core/problem.ts';
import { Queries } from '../../../core/queries.ts';
import { dateText } from '../../../core/basics/time.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import type { ConfirmedPayment } from '../../stores/confirmed-payments.ts';
import { Amount } from '../words/Amount.tsx';
import { Icon } from '../graphics/Icon.tsx';
import { Link } from './Link.tsx';
import styles from './ConfirmedLine.module.css';
import { useLoad } from '../hooks/use-task.ts';

/**
 * Says what a confirmed payment bought, and for which device, because the line may stand above the screen of another one.
 * It names the end of the lease only if the server reports it.
 */
export const ConfirmedLine = observer(function ConfirmedLine({ payment }: { payment: ConfirmedPayment }) {
  const { payments, time } = useApplication();
  const queries = useService(Queries);
  const findOrder = useService(FindOrder);
  const { order, purchased, elsewhere, free: isFree } = payment;
  const { kind, sno } = order;
  const freshness = String(payments.freshness);
  const lease = useLoad(
    async () =>
      kind === 'lease' && sno !== undefined && purchased && saysForWhom(purchased.terms)
        ? leaseToRenew(await queries.devices(), sno, purchased.terms.forWhom)
        : undefined,
    freshness,
  );
  const paid = useLoad(async () => (isFree ? undefined : findOrder.find(order).catch(ignoreFailure)), freshness);
  const paidFen = paid.result?.state === 'paid' ? paid.result.dueFen : undefined;
  const end = purchased && paidLeaseEnd(purchased, lease.result?.expiresAt, time.now());
  const free = isFree && copy.payment.free[kind];
  const isEndAwaited = lease.busy && end === undefined && purchased?.plan.basis === 'duration' && purchased.lease;
  const uses = purchased?.plan.basis === 'uses' ? purchased.plan.amount : undefined;
  return (
    <div className={styles.line}>
      <span className={styles.tick}>
        <Icon name="check" size={18} />
      </span>
      <div className={styles.words}>
        <strong className={styles.paid}>
          <span>{free ?? (elsewhere ? copy.payment.paidElsewhere : copy.payment.paid)}</span>
          {paidFen !== undefined && <Amount fen={paidFen} />}
          {paid.busy && paidFen === undefined && <span className={styles.awaitedAmount} />}
        </strong>
        <span className={styles.bought}>
          {kind === 'lease' && sno !== undefined && <span>{copy.common.number(sno)}</span>}
          {end !== undefined && (
            <span>
              {copy.payment.rentedUntil}
              <span className={styles.date}>{dateText(end)}</span>
            </span>
          )}
          {isEndAwaited && <span className={styles.awaitedEnd} />}
          {uses !== undefined && <span>{copy.payment.boughtUses(uses)}</span>}
          <Link className={styles.order} to={orderLink(order)}>
            {copy.payment.seeOrder}
          </Link>
        </span>
      </div>
      <button
        type="button"
        className={styles.close}
        aria-label={copy.common.close}
        onClick={() => payments.confirmed.dismiss(order)}
      >
        <Icon name="close" />
      </button>
    </div>
  );
});
