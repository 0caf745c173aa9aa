import { pastMinuteText, MINUTE } from '../../../core/basics/time.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Icon } from '../../parts/graphics/Icon.tsx';
import { Spinner } from '../../parts/loading/Spinner.tsx';
import { useNow } from '../../parts/hooks/use-now.ts';
import styles from './Refresh.module.css';

interface RefreshProps {
  busy: boolean;
  /** The time of the shown data, in epoch ms; undefined before the first load. */
  readAt: number | undefined;
  onRefresh: () => void;
}

/** A refresh button with the time of the shown data. */
export function Refresh({ busy, readAt, onRefresh }: RefreshProps) {
  const now = useNow(MINUTE);
  const isKnown = readAt !== undefined;
  return (
    <div className={styles.refresh}>
      <p role="status" className={styles.state}>
        {isKnown && (busy ? copy.my.refreshing : copy.my.refreshedAt(pastMinuteText(readAt, now)))}
      </p>
      <button
        type="button"
        className={styles.button}
        aria-label={copy.my.refresh}
        aria-disabled={busy}
        onClick={busy ? undefined : onRefresh}
      >
        {busy && isKnown ? <Spinner /> : <Icon name="refresh" />}
      </button>
    </div>
  );
}
