import { useEffect, useState } from 'react';
import { useApplication } from '../../application.ts';

/** Returns the time in epoch ms. Updates at each interval, and when the page becomes visible. */
export function useNow(intervalMs = 1_000): number {
  const { time, onResume } = useApplication();
  const [now, setNow] = useState(() => time.now());
  useEffect(() => {
    const update = () => setNow(time.now());
    const unsubscribes = [time.every(intervalMs, update), onResume(update)];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [time, onResume, intervalMs]);
  return now;
}
