import type { Reporter } from '../../ports/reporter.ts';
import { RecentActivity } from '../../core/feedback/recent-activity.ts';
import { Problem } from '../../core/problem.ts';
import { reportProblem } from '../../core/basics/report-problem.ts';
import type { Application } from '../application.ts';
import { isMissingFile, loaded } from '../lazy.ts';
import { routeOf } from '../routes.tsx';

/** Reports uncaught errors, unhandled rejections, missing scripts of the page, and what its policy blocked. */
export function reportUncaughtErrors(reporter: Reporter): void {
  window.addEventListener('error', ({ error }) => {
    if (error !== null && error !== undefined) reportProblem(reporter, error, { origin: 'error' });
  });
  window.addEventListener('unhandledrejection', ({ reason }) =>
    reportProblem(reporter, reason, { origin: 'rejection' }),
  );
  // The build wraps each `import()` so that its failure is an event, whoever asked for the file.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    if (navigator.onLine && isMissingFile(payload)) reporter.report({ kind: 'missing-file', file: String(payload) });
  });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    reporter.report({ kind: 'csp-violation', directive: effectiveDirective, blocked: blockedURI }),
  );
}

/** Who can receive the reports of the page. */
export interface Receivers {
  /** Passes them to the console in development, and otherwise to nothing. */
  passToNobody(): void;
  /** Loads the code that sends them. */
  load(): Promise<{
    /** Throws the Problem `invalid-input` for an address that cannot be used. */
    passTo(address: string, sample: number): void;
    /** `routeAt` returns the screen of a time, epoch ms by the phone's clock. */
    reportWebVitals(routeAt: (seenAt: number) => string): void;
  }>;
}

/**
 * Passes the reports to the receiver of the configuration, if it names one. Names an unusable address of it in the console.
 * Reports wait in vain if the code that sends them fails to load.
 */
export async function connectReporter(
  { configuration, resolve, time }: Application,
  receivers: Receivers,
): Promise<void> {
  const { url, sample } = configuration.report;
  if (url === undefined) return receivers.passToNobody();
  try {
    const { passTo, reportWebVitals } = await loaded(receivers.load());
    passTo(url, sample);
    const { screens } = resolve(RecentActivity);
    // What is seen before the first screen is seen on the way to it.
    const routeAt = (at: number) =>
      routeOf((screens.filter((screen) => screen.at <= at).pop() ?? screens[0])?.path ?? '/');
    reportWebVitals((seenAt) => routeAt(seenAt + time.now() - Date.now()));
  } catch (thrown) {
    const { code, message } = Problem.expected(thrown);
    // oxlint-disable-next-line no-console -- the person who deploys the page reads this, not the user
    if (code === 'invalid-input') console.warn(`app-config.json: ignored report.url: ${message}`);
  }
}
