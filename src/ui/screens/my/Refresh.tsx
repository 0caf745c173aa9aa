import { timeOfDayText } from '../../../core/time.ts';
import { copy } from '../../copy/zh-CN-my.ts';
import { Icon } from '../../parts/Icon.tsx';
import { Spinner } from '../../parts/Spinner.tsx';
import styles from './Refresh.module.css';

interface RefreshProps {
  busy: boolean;
  /** Epoch ms of what is shown; undefined while nothing is. */
  readAt: number | undefined;
  onRefresh: () => void;
}

/** Asks how things stand now, and says as of when they are shown. */
export function Refresh({ busy, readAt, onRefresh }: RefreshProps) {
  const isKnown = readAt !== undefined;
  return (
    <div className={styles.refresh}>
      <p role="status" className={styles.state}>
        {isKnown && (busy ? copy.my.refreshing : copy.my.refreshedAt(timeOfDayText(readAt).slice(0, 5)))}
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
