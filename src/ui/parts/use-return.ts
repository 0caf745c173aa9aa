import { useEffect, useRef } from 'react';
import { useApplication } from '../application.ts';

/** Calls when the page is shown again or the network is back. */
export function useReturn(listener: () => void): void {
  const { onReturn } = useApplication();
  const latest = useRef(listener);
  useEffect(() => {
    latest.current = listener;
  });
  useEffect(() => onReturn(() => latest.current()), [onReturn]);
}
