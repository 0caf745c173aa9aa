import type { Problem } from '../../core/problem.ts';
import { copy } from '../copy/zh-CN.ts';
import { Button } from './Button.tsx';
import styles from './ChunkError.module.css';
import { ErrorBanner } from './ErrorState.tsx';

interface ChunkErrorProps {
  problem: Problem;
  onRetry: () => void;
  /** Where the part can be done without. */
  onClose?: (() => void) | undefined;
}

/** In the place of something that is laid over a screen and did not come; the screen below stays in use. */
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
