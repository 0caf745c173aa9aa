import { copy } from '../../copy/zh-CN.ts';
import styles from './DeviceLine.module.css';
import { Icon } from '../graphics/Icon.tsx';
import type { NamedDevice } from './use-named-device.ts';

/** Names the device that a screen acts on. */
export function DeviceLine({ device: { sno, name } }: { device: NamedDevice }) {
  return (
    <p className={styles.line}>
      <Icon name="device" size={20} />
      <span className={styles.words}>
        {name !== undefined && <strong className={styles.name}>{name}</strong>}
        <span className={styles.number}>{copy.common.number(sno)}</span>
      </span>
    </p>
  );
}
