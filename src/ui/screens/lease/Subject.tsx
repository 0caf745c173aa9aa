import type { LeaseSubject } from '../../../core/lease/lease-subject.ts';
import { copy } from '../../copy/zh-CN.ts';
import styles from './Subject.module.css';

/** What the user buys a plan for: a device if `sno` is defined, otherwise a card. */
export function Subject({ subject, sno }: { subject: LeaseSubject; sno: string | undefined }) {
  const { deviceName = copy.plans.device, operatorName } = subject;
  if (sno === undefined && operatorName === undefined) return null;
  return (
    <div className={styles.subject}>
      <strong className={styles.name}>{sno === undefined ? copy.plans.card : deviceName}</strong>
      <span className={styles.facts}>
        {sno !== undefined && <span>{copy.common.number(sno)}</span>}
        {operatorName !== undefined && <span>{copy.my.owner(operatorName)}</span>}
      </span>
    </div>
  );
}
