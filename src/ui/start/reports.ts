import { ConsoleReporter } from '../../adapters/browser/report/console-reporter.ts';
import type { BufferedReporter } from '../../adapters/browser/report/buffered-reporter.ts';
import { NoReporter } from '../../adapters/report/no-reporter.ts';
import { RecentActivity } from '../../core/feedback/recent-activity.ts';
import { Problem } from '../../core/problem.ts';
import { reportProblem } from '../../core/basics/report-problem.ts';
import type { Application } from '../application.ts';
import { pageBuild } from './build-id.ts';
import { isMissingFile, loaded } from '../lazy.ts';
import { routeOf } from '../routes.tsx';

/** Reports uncaught errors, unhandled rejections, missing scripts of the page, and what its policy blocked. */
export function reportUncaughtErrors(reporter: BufferedReporter): void {
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

/**
 * Connects the reporter to the receiver of the configuration, to the console in development, and otherwise to nothing.
 * Names an unusable address of the receiver in the console. Reports wait in vain if their code fails to load.
 */
export async function connectReporter(reporter: BufferedReporter, application: Application): Promise<void> {
  const { url, sample } = application.configuration.report;
  if (url === undefined) return reporter.passTo(import.meta.env.DEV ? new ConsoleReporter() : new NoReporter());
  const { resolve, time } = application;
  try {
    const [{ createPageReporter }, { reportWebVitals }] = await loaded(
      Promise.all([
        import('../../adapters/browser/report/page-reporter.ts'),
        import('../../adapters/browser/report/web-vitals-report.ts'),
      ]),
    );
    reporter.passTo(createPageReporter({ url, sample, clock: time, build: pageBuild() }));
    const { screens } = resolve(RecentActivity);
    // What is seen before the first screen is seen on the way to it.
    const routeAt = (at: number) =>
      routeOf((screens.filter((screen) => screen.at <= at).pop() ?? screens[0])?.path ?? '/');
    reportWebVitals(reporter, (seenAt) => routeAt(seenAt + time.now() - Date.now()));
  } catch (thrown) {
    const { code, message } = Problem.expected(thrown);
    // oxlint-disable-next-line no-console -- the person who deploys the page reads this, not the user
    if (code === 'invalid-input') console.warn(`app-config.json: ignored report.url: ${message}`);
  }
}
