import { copy } from '../../copy/zh-CN.ts';
import { Dialog } from '../../parts/dialog/Dialog.tsx';
import styles from './SendGuide.module.css';

/** Points at WeChat's menu and lists the steps to share the link there. */
export function SendGuide({ onClose }: { onClose: () => void }) {
  const { guide, steps, private: reassurance } = copy.share.link;
  return (
    <Dialog
      kind="guide"
      title={guide}
      text={reassurance}
      actions={[{ label: copy.common.understood, onPress: onClose }]}
      onDismiss={onClose}
    >
      <svg
        className={styles.arrow}
        viewBox="0 0 96 88"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M8 84C10 46 34 18 82 8" />
        <path d="M62 4l21 4-12 18" />
      </svg>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <li key={step} className={styles.step}>
            <span className={styles.count} aria-hidden="true">
              {index + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
