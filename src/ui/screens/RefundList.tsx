import { observer } from 'mobx-react-lite';
import { Queries } from '../../core/queries.ts';
import { saysPaidBack, stateWordOf } from '../../core/order/order.ts';
import { dateTimeText } from '../../core/basics/time.ts';
import type { Refund } from '../../core/wallet/card.ts';
import { useService } from '../application.ts';
import { copy } from '../copy/zh-CN.ts';
import { Icon, type IconName } from '../parts/graphics/Icon.tsx';
import { NoRefundIllustration } from '../parts/graphics/EmptyIllustrations.tsx';
import { Link } from '../parts/page/Link.tsx';
import { Page } from '../parts/page/Page.tsx';
import { PagedList } from '../parts/list/PagedList.tsx';
import { RecordCard } from '../parts/list/RecordCard.tsx';
import { Amount } from '../parts/words/Amount.tsx';
import { stateWordText } from '../parts/words/server-words.ts';
import { usePaged } from '../parts/list/use-paged.ts';
import styles from './RefundList.module.css';

type Progress = 'made' | 'under-way' | 'unknown';

const ICONS: Record<Progress, IconName> = { made: 'check', 'under-way': 'clock', unknown: 'refund' };

/** How far a refund is, where the word is in the table: only one that says the money was paid back looks done. */
function progressOf(statusText: string | undefined): Progress {
  if (saysPaidBack(statusText)) return 'made';
  return statusText !== undefined && stateWordOf(statusText) === 'beingRefunded' ? 'under-way' : 'unknown';
}

const numberOf = (refund: Refund) => refund.refundNo;

/** The completed and pending refunds. */
export const RefundList = observer(function RefundList() {
  const queries = useService(Queries);
  const list = usePaged({ fetch: queries.refunds, keyOf: numberOf });
  return (
    <Page title={copy.titles.refundList}>
      <p className={styles.how}>
        {copy.refunds.how}
        <Link to="/my/orderList" className={styles.toOrders}>
          {copy.refunds.toOrders}
        </Link>
      </p>
      <PagedList
        list={list}
        keyOf={numberOf}
        illustration={<NoRefundIllustration />}
        words={{
          loading: copy.refunds.loading,
          none: copy.refunds.none,
          noneHint: copy.refunds.noneHint,
          failed: copy.notLoaded.refunds,
        }}
      >
        {(refund) => <RefundItem refund={refund} />}
      </PagedList>
    </Page>
  );
});

function RefundItem({ refund }: { refund: Refund }) {
  const { refundNo, operatorName, statusText, amountFen, refundedAt, changedAt } = refund;
  const { refunds } = copy;
  const progress = progressOf(statusText);
  return (
    <article className={styles.refund}>
      <RecordCard
        title={operatorName ?? refunds.unnamed}
        state={
          statusText && (
            <p className={`${styles.state} ${styles[progress]}`}>
              <Icon name={ICONS[progress]} size={20} />
              {stateWordText(statusText)}
            </p>
          )
        }
        amount={
          amountFen !== undefined && (
            <>
              <span>{refunds.amount}</span>
              <strong>
                <Amount fen={amountFen} />
              </strong>
            </>
          )
        }
        facts={[
          [refunds.time, refundedAt === undefined ? undefined : dateTimeText(refundedAt)],
          [refunds.changed, changedAt === undefined ? undefined : dateTimeText(changedAt)],
          [refunds.number, refundNo],
        ]}
      />
    </article>
  );
}
