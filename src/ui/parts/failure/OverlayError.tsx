import type { Problem } from '../../../core/problem.ts';
import { copy } from '../../copy/zh-CN.ts';
import { Button } from '../form/Button.tsx';
import styles from './OverlayError.module.css';
import { ErrorBanner } from './ErrorState.tsx';

interface OverlayErrorProps {
  problem: Problem;
  onRetry: () => void;
  /** Undefined if the user cannot dismiss the overlay. */
  onClose?: (() => void) | undefined;
}

/** Replaces an overlay whose code failed to load. The screen below stays usable. */
export function OverlayError({ problem, onRetry, onClose }: OverlayErrorProps) {
  return (
    <div className={styles.part}>
      <ErrorBanner problem={problem} onRetry={onRetry} />
      {onClose && (
        <Button tone="plain" onClick={onClose}>
          {copy.common.close}
        </Button>
      )}
    </div>
  );
}
