import { useLocation } from 'react-router-dom';
import { ResumeTreatment } from '../../core/treatment/resume-treatment.ts';
import { useUseCase } from '../application.ts';

/** Whether a device may be treating this user now: one was started here and is not known to be over, or a treatment is on the screen. */
export function useMayRun(): boolean {
  const { pathname } = useLocation();
  return useUseCase(ResumeTreatment).remembered() !== undefined || pathname === '/process';
}
