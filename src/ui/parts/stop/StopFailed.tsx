import { Icon } from '../graphics/Icon.tsx';
import { MayStillRun } from './MayStillRun.tsx';
import styles from './StopFailed.module.css';
import type { StopFailure } from './use-stop.ts';

/** Reports a stop that failed or is unconfirmed. Tells the user first how to stop the device by hand if it may run for them. */
export function StopFailed({ failure }: { failure: StopFailure }) {
  const { title, reason } = failure;
  return failure.mayStillRun ? (
    <MayStillRun>
      {title && <p>{title}</p>}
      {reason && <p>{reason}</p>}
    </MayStillRun>
  ) : (
    <div role="alert" className={styles.notice}>
      <Icon name="alert" />
      <div className={styles.words}>
        {title && <strong>{title}</strong>}
        <p>{failure.hint}</p>
      </div>
    </div>
  );
}
