import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { useApplication } from '../../application.ts';
import { Icon } from '../graphics/Icon.tsx';
import { useScreenVisit } from '../page/use-screen-visit.ts';
import styles from './ToastArea.module.css';

/** The live region for toasts. It is mounted from the start, so that screen readers announce each toast. */
export const ToastArea = observer(function ToastArea() {
  const { toasts } = useApplication();
  const visit = useScreenVisit();
  useEffect(() => toasts.leaveScreen(), [toasts, visit]);
  return (
    <div className={styles.area} role="status" aria-live="polite">
      {toasts.shown.map((toast) => (
        <p key={toast.id} className={`${styles.toast} ${styles[toast.tone]}`}>
          {toast.tone !== 'plain' && <Icon name={toast.tone === 'good' ? 'check' : 'alert'} size={20} />}
          {toast.text}
        </p>
      ))}
    </div>
  );
});
