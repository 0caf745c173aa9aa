import { useLayoutEffect, useState } from 'react';
import { SECOND } from '../../../core/basics/time.ts';
import { StartTreatment } from '../../../core/treatment/start/start-treatment.ts';
import { useApplication, useService } from '../../application.ts';

const COUNTDOWN_INTERVAL_MS = 200;

/** Returns the seconds until the device can be started again after its stop; 0 if it can be started now. */
export function useRestartDelay(sno: string | undefined, cameFromStopAt: number | undefined): number {
  const { time } = useApplication();
  const startTreatment = useService(StartTreatment);
  const [seconds, setSeconds] = useState(0);
  useLayoutEffect(() => {
    const update = () => {
      const endsAt = sno === undefined ? undefined : startTreatment.restartDelayEndsAt(sno, cameFromStopAt);
      setSeconds(endsAt === undefined ? 0 : Math.ceil((endsAt - time.now()) / SECOND));
      if (endsAt === undefined) stop();
    };
    const stop = time.every(COUNTDOWN_INTERVAL_MS, update);
    update();
    return stop;
  }, [time, startTreatment, sno, cameFromStopAt]);
  return seconds;
}
