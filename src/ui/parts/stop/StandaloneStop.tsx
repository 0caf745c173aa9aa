import { observer } from 'mobx-react-lite';
import { MayStillRun } from './MayStillRun.tsx';
import { StopControl } from './StopControl.tsx';
import styles from './StandaloneStop.module.css';
import { useStop } from './use-stop.ts';

/** The stop button for a treatment whose screen failed. It shares no state with that screen. */
export const StandaloneStop = observer(function StandaloneStop({ sno }: { sno: string }) {
  const stop = useStop(sno);
  return (
    <div className={styles.stop}>
      {!stop.failure && <MayStillRun />}
      <StopControl stop={stop} device={{ sno }} />
    </div>
  );
});
