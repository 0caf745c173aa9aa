import { copy } from '../../copy/zh-CN.ts';
import styles from './LargeTypeButton.module.css';
import { useLargeType } from './use-large-type.ts';

/**
 * Toggles large type. Renders nothing unless this is the first screen of the tab's history, which `idx` counts from 0.
 * A screen with a second control of large type passes its own preference, so that both show the same state.
 */
export function LargeTypeButton({ preference }: { preference?: ReturnType<typeof useLargeType> }) {
  const own = useLargeType();
  const [isLarge, setLarge] = preference ?? own;
  return (history.state as { idx?: number } | null)?.idx ? null : (
    <button type="button" className={styles.toggle} aria-pressed={isLarge} onClick={() => setLarge(!isLarge)}>
      {copy.my.largeTypeShort}
    </button>
  );
}
