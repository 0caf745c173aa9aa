import { useLocation } from 'react-router-dom';
import { useSubject } from '../device/use-subject.ts';

/**
 * Returns the number of the device whose treatment is on the screen; undefined on any other screen. The caller must be
 * an observer.
 */
export function useTreatedDevice(): string | undefined {
  const { pathname } = useLocation();
  const sno = useSubject();
  return pathname === '/process' ? sno : undefined;
}
