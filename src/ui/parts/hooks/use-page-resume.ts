import { useEffect, useRef } from 'react';
import { useApplication } from '../../application.ts';

/** Calls the listener each time the page becomes visible or the network returns. */
export function usePageResume(listener: () => void): void {
  const { onResume } = useApplication();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onResume(() => latest.current()), [onResume]);
}
