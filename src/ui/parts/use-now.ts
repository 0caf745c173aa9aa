import { useEffect, useState } from 'react';
import { useApplication } from '../application.ts';

/** Returns the time in epoch ms. Updates at each interval, and when the page becomes visible. */
export function useNow(everyMs = 1_000): number {
  const { time, onResume } = useApplication();
  const [now, setNow] = useState(() => time.now());
  useEffect(() => {
    const look = () => setNow(time.now());
    const offs = [time.every(everyMs, look), onResume(look)];
    return () => {
      for (const off of offs) off();
    };
  }, [time, onResume, everyMs]);
  return now;
}
