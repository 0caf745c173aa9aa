import { copy } from '../copy/zh-CN-my.ts';
import styles from './LargeTypeButton.module.css';
import { useLargeType } from './use-large-type.ts';

/** The large-type preference, for a caller that shows a second control of it. */
interface LargeTypeProps {
  on: boolean;
  onChange: (on: boolean) => void;
}

/** Toggles large type. Renders nothing unless this is the first screen of the tab's history, which `idx` counts from 0. */
export function LargeTypeToggle({ on, onChange }: LargeTypeProps) {
  const isLater = (history.state as { idx?: number } | null)?.idx;
  return isLater ? null : (
    <button type="button" className={styles.toggle} aria-pressed={on} onClick={() => onChange(!on)}>
      {copy.my.largeTypeShort}
    </button>
  );
}

/** The same, for a screen without another control of large type. */
export function LargeTypeButton() {
  const [isLarge, setLarge] = useLargeType();
  return <LargeTypeToggle on={isLarge} onChange={setLarge} />;
}
