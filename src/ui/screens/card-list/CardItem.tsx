import { observer } from 'mobx-react-lite';
import { Queries } from '../../../core/queries.ts';
import type { Card } from '../../../core/wallet/card.ts';
import { cardOrdersAddress } from '../../addresses.ts';
import { useApplication, useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../../parts/form/Button.tsx';
import { DateTime } from '../../parts/words/DateTime.tsx';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { Link } from '../../parts/page/Link.tsx';
import { usePageResume } from '../../parts/hooks/use-page-resume.ts';
import { useLoad } from '../../parts/hooks/use-task.ts';
import surface from '../../parts/dialog/Surface.module.css';
import styles from './CardItem.module.css';

interface CardItemProps {
  card: Card;
  name: string;
  onRenew: () => void;
}

/** One operator's card: the remaining uses and a link to its orders. */
export const CardItem = observer(function CardItem({ card, name, onRenew }: CardItemProps) {
  const { payments } = useApplication();
  const queries = useService(Queries);
  const key = `${card.operatorId} ${payments.freshness}`;
  const records = useLoad(() => queries.cardOrders(card.operatorId, 0), key);
  usePageResume(() => void records.restart(key));
  return (
    <article className={`${surface.raised} ${styles.card}`}>
      <div className={styles.face}>
        <h2 className={styles.name}>{name}</h2>
        {card.remainingUses !== undefined && (
          <p className={styles.left}>
            {copy.cards.remaining}
            <strong className={styles.uses}>{copy.cards.times(card.remainingUses)}</strong>
          </p>
        )}
        {card.lastUsedAt !== undefined && (
          <p className={styles.used}>
            {copy.cards.lastUsed}
            <DateTime at={card.lastUsedAt} />
          </p>
        )}
      </div>
      <div className={`${surface.bottom} ${styles.bottom}`}>
        <Link to={cardOrdersAddress(card.operatorId)} className={styles.records}>
          {records.result?.total !== undefined ? copy.cards.records(records.result.total) : copy.titles.orderList}
          <Icon name="next" size={20} />
        </Link>
        <Button tone="quiet" aria-label={copy.cards.renewNamed(name)} onClick={onRenew}>
          {copy.cards.renew}
        </Button>
      </div>
    </article>
  );
});
