import { onCLS, onINP, onLCP, onTTFB, type Metric } from 'web-vitals';
import type { Reporter } from '../../../ports/reporter.ts';

/** Reports the web vitals of this visit, each with the route on which it was measured. `routeAt` takes epoch ms by the clock of the phone. */
export function reportWebVitals(reporter: Reporter, routeAt: (time: number) => string): void {
  const report = ({ name, value, entries }: Metric) => {
    if (name === 'FCP') return;
    const startedAt = name === 'TTFB' ? 0 : (entries[entries.length - 1]?.startTime ?? 0);
    reporter.report({ kind: 'vital', name, value, route: routeAt(performance.timeOrigin + startedAt) });
  };
  for (const observe of [onLCP, onINP, onCLS, onTTFB]) observe(report);
}
