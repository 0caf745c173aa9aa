import { useEffect, useRef } from 'react';
import { useApplication } from '../application.ts';

/** Calls when the page is shown again or the network is back. */
export function usePageResume(listener: () => void): void {
  const { onResume } = useApplication();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onResume(() => latest.current()), [onResume]);
}
