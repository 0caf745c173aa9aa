import { useLocation } from 'react-router-dom';
import { useApplication } from '../application.ts';

/** Whether a device may be treating this user now: one was or may have been started here and is not known to be over, one was seen running, or a treatment is on the screen. Whoever calls it is an observer. */
export function useMayRun(): boolean {
  const { pathname } = useLocation();
  const { running } = useApplication();
  return running.mayRunHere.length > 0 || running.isAny || pathname === '/process';
}
