import { useId, type MouseEvent } from 'react';
import { Icon, type IconName } from '../graphics/Icon.tsx';
import styles from './Switch.module.css';

interface SwitchProps {
  icon?: IconName;
  label: string;
  /** The effect of the switch. */
  hint: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

/** A switch in a row. It scrolls itself into view after a change, because content above it may grow. */
export function Switch({ icon, label, hint, on, onChange }: SwitchProps) {
  const id = useId();
  const press = ({ currentTarget }: MouseEvent) => {
    onChange(!on);
    currentTarget.scrollIntoView({ block: 'nearest' });
  };
  return (
    <button
      type="button"
      role="switch"
      aria-checked={on}
      aria-labelledby={`${id}-label`}
      aria-describedby={`${id}-hint`}
      className={styles.row}
      onClick={press}
    >
      {icon && (
        <span className={styles.icon}>
          <Icon name={icon} />
        </span>
      )}
      <span className={styles.words}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <span id={`${id}-hint`} className={styles.hint}>
          {hint}
        </span>
      </span>
      <span className={styles.track}>
        <span className={styles.knob}>{on && <Icon name="check" size={14} />}</span>
      </span>
    </button>
  );
}
