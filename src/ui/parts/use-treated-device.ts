import { useLocation } from 'react-router-dom';
import { Visit } from '../../core/session/visit.ts';
import { useUseCase } from '../application.ts';

/** Returns the number of the device whose treatment is on the screen; undefined on any other screen. */
export function useTreatedDevice(): string | undefined {
  const { pathname, search } = useLocation();
  const visit = useUseCase(Visit);
  return pathname === '/process' ? (new URLSearchParams(search).get('sno') ?? visit.get('device')?.sno) : undefined;
}
