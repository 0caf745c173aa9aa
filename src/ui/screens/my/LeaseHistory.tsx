import { observer } from 'mobx-react-lite';
import { keyOfFormer } from '../../../core/device/device.ts';
import { NOTHING_LISTED, withPage } from '../../../core/basics/paging.ts';
import { Queries } from '../../../core/queries.ts';
import { dateText } from '../../../core/basics/time.ts';
import { useService } from '../../application.ts';
import { copy } from '../../copy/zh-CN.ts';
import { EmptyState } from '../../parts/loading/EmptyState.tsx';
import { LongList } from '../../parts/list/LongList.tsx';
import { Rows } from '../../parts/list/Rows.tsx';
import { Skeleton } from '../../parts/loading/Skeleton.tsx';
import { ErrorBanner, ErrorState } from '../../parts/failure/ErrorState.tsx';
import { usePageResume } from '../../parts/hooks/use-page-resume.ts';
import { useLoad } from '../../parts/hooks/use-task.ts';
import { NoHistoryIllustration } from '../../parts/graphics/EmptyIllustrations.tsx';
import styles from './LeaseHistory.module.css';

/** The former leases. The items have no actions. */
export const LeaseHistory = observer(function LeaseHistory({ freshness }: { freshness: string }) {
  const queries = useService(Queries);
  const load = useLoad(queries.history, freshness);
  usePageResume(() => void load.restart(freshness));
  const history = load.result;

  if (load.problem && !history)
    return <ErrorState title={copy.notLoaded.history} problem={load.problem} onRetry={load.retry} />;
  if (!history) return <Skeleton rows={2} height="record" label={copy.my.loadingDevices} />;
  // The answer is one page, in which a lease may stand twice.
  const { items } = withPage(NOTHING_LISTED, history, keyOfFormer);
  return (
    <>
      {load.problem && <ErrorBanner title={copy.notLoaded.refresh} problem={load.problem} onRetry={load.retry} />}
      <Rows
        count={items.length}
        leftOut={history.unreadable}
        none={
          <EmptyState illustration={<NoHistoryIllustration />} title={copy.my.noHistory} hint={copy.my.noHistoryHint} />
        }
        busy={load.busy}
        onRetry={load.retry}
      >
        <LongList items={items} keyOf={keyOfFormer} className={styles.list} itemClassName={styles.item}>
          {(device) => (
            <>
              <p className={styles.name}>{device.name}</p>
              <p className={styles.facts}>
                {device.sno && <span>{copy.common.number(device.sno)}</span>}
                {device.ownerName && <span>{copy.my.owner(device.ownerName)}</span>}
                {device.expiresAt !== undefined && <span>{copy.my.expiry(dateText(device.expiresAt))}</span>}
              </p>
            </>
          )}
        </LongList>
      </Rows>
    </>
  );
});
