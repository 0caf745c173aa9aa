import { useEffect, useState } from 'react';
import { useApplication } from '../application.ts';

/** The time, each second anew and at once when the page is shown again. */
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
