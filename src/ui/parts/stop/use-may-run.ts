import { useLocation } from 'react-router-dom';
import { useApplication } from '../../application.ts';

/**
 * Returns true if a device may be treating this user now: a start from here may have taken effect, the server reported a
 * running device, or the current screen shows a treatment. The caller must be an observer.
 */
export function useMayRun(): boolean {
  const { pathname } = useLocation();
  const { running } = useApplication();
  return running.mayRunHere.length > 0 || running.isAny || pathname === '/process';
}
