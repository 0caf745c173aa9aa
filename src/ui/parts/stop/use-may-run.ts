import { useApplication } from '../../application.ts';
import { useTreatedDevice } from './use-treated-device.ts';

/**
 * Returns true if a device may be treating this user now: a start from here may have taken effect, the server reported a
 * running device, or the current screen shows a treatment that is not known to be over or somebody else's. The caller must
 * be an observer.
 */
export function useMayRun(): boolean {
  return useApplication().running.mayTreat(useTreatedDevice());
}
