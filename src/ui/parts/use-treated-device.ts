import { useLocation } from 'react-router-dom';
import { useApplication } from '../application.ts';

/**
 * Returns the number of the device whose treatment is on the screen; undefined on any other screen. The caller must be
 * an observer.
 */
export function useTreatedDevice(): string | undefined {
  const { pathname, search } = useLocation();
  const { device } = useApplication();
  return pathname === '/process' ? (new URLSearchParams(search).get('sno') ?? device.sno) : undefined;
}
