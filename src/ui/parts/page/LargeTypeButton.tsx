import { useLocation } from 'react-router-dom';
import { copy } from '../../copy/zh-CN.ts';
import styles from './LargeTypeButton.module.css';
import { useLargeType } from './use-large-type.ts';

/** The screens on which people read before they act. */
const READING = ['/lease', '/modeMenu', '/custom', '/process'];

/**
 * Toggles large type. Renders nothing unless the screen is one to read, or the first of the tab's history, which `idx`
 * counts from 0. A screen with a second control of large type passes its own preference, so that both show the same state.
 */
export function LargeTypeButton({ preference }: { preference?: ReturnType<typeof useLargeType> }) {
  const own = useLargeType();
  const [isLarge, setLarge] = preference ?? own;
  const { pathname } = useLocation();
  const isFirst = !(history.state as { idx?: number } | null)?.idx;
  return isFirst || READING.includes(pathname) ? (
    <button type="button" className={styles.toggle} aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
      <span className={styles.pill}>{copy.my.largeTypeShort}</span>
    </button>
  ) : null;
}
