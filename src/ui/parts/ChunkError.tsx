import type { Problem } from '../../core/problem.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from './Button.tsx';
import styles from './ChunkError.module.css';
import { ErrorBanner } from './ErrorState.tsx';

interface ChunkErrorProps {
  problem: Problem;
  onRetry: () => void;
  /** Undefined if the user cannot dismiss the overlay. */
  onClose?: (() => void) | undefined;
}

/** Replaces an overlay whose chunk failed to load. The screen below stays usable. */
export function ChunkError({ problem, onRetry, onClose }: ChunkErrorProps) {
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
