import { observer } from 'mobx-react-lite';
import { MayStillRun } from '../../parts/MayStillRun.tsx';
import { StopControl } from './StopControl.tsx';
import styles from './StopHere.module.css';
import { useStop } from './use-stop.ts';

/** The stop of a treatment whose screen is broken: it needs nothing of that screen. */
export const StopHere = observer(function StopHere({ sno }: { sno: string }) {
  const stop = useStop(sno, undefined);
  const hasFailed = stop.unconfirmed || stop.problem !== undefined;
  return (
    <div className={styles.stop}>
      {!hasFailed && <MayStillRun />}
      <StopControl stop={stop} />
    </div>
  );
});
