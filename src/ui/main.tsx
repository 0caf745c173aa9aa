import './start/polyfills.ts';
import type { AbstractNewable } from 'inversify';
import { createRoot } from 'react-dom/client';
import { browserAdapters } from '../adapters/browser/browser-adapters.ts';
import { BufferedReporter } from '../adapters/browser/report/buffered-reporter.ts';
import { ConsoleReporter } from '../adapters/browser/report/console-reporter.ts';
import { readOwnFile } from '../adapters/browser/own-page.ts';
import { pageClock } from '../adapters/browser/page-clock.ts';
import { PagePresence } from '../adapters/browser/page-presence.ts';
import { WebAppStorage } from '../adapters/browser/web-app-storage.ts';
import { isInsideWeChat } from '../adapters/browser/wechat/wechat-bridge.ts';
import { NoReporter } from '../adapters/report/no-reporter.ts';
import { FetchHttp } from '../adapters/http/fetch-http.ts';
import { safeAddress } from '../adapters/http/http-address.ts';
import { SystemClock } from '../adapters/system-clock.ts';
import { TracingHttp } from '../adapters/http/tracing-http.ts';
import { compose } from '../container.ts';
import { Preferences } from '../core/account/preferences.ts';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { Prefetch } from '../core/prefetch.ts';
import { reportProblem } from '../core/basics/report-problem.ts';
import { openSession } from '../core/session/session.ts';
import { TreatmentLog } from '../core/treatment/records/treatment-log.ts';
import { App } from './App.tsx';
import { createAppState, type AppServices } from './application.ts';
import { applyBrand } from './brand/apply-brand.ts';
import { readConfiguration } from './start/configuration-file.ts';
import { sendFirstReads } from './start/first-reads.ts';
import { applyLanguage } from './start/page-language.ts';
import { PageStartFailed } from './parts/failure/PageStartFailed.tsx';
import { showLargeType } from './parts/page/use-large-type.ts';
import { connectReporter, reportUncaughtErrors, type Receivers } from './start/reports.ts';
import { pageBuild } from './start/build-id.ts';
import { takeToken } from './start/take-token.ts';
import { routeOf } from './routes.tsx';
import { ViewfinderStore } from './stores/viewfinder-store.ts';
import './tokens.css';
import './base.css';

const CONFIGURATION_FILE = 'app-config.json';
/** When the page loads what its first screen does not need. */
const IDLE_AFTER_MS = 1_500;

const storage = new WebAppStorage();
// Before anything else, so that nothing reads the token in the address.
const opened = takeToken(storage);
const { session, scope } = opened;
const presence = new PagePresence();
const reporter = new BufferedReporter(() => ({ at: Date.now(), route: routeOf(window.location.pathname) }));
const root = createRoot(document.getElementById('root') ?? document.body);
let attempts = 0;

reportUncaughtErrors(reporter);
showLargeType(new Preferences(storage).largeType());
presence.onChange(() => {
  if (scope.isReplaced) window.location.reload();
});
void start();

/** Shows the app, otherwise why it cannot be shown, with a retry. The page uses no top-level await: WebKit evaluates importers too early. */
async function start(): Promise<void> {
  try {
    const { services, shareMenu } = await createServices();
    const application = createAppState(services);
    const { brand, language } = services.configuration;
    applyBrand(brand);
    await applyLanguage(session.credentials().lang, language);
    root.render(<App application={application} />);
    setTimeout(() => {
      void connectReporter(application, receiversOn(application.time));
      void shareMenu.keepEntryPrivate();
    }, IDLE_AFTER_MS);
  } catch (thrown) {
    const problem = reportProblem(reporter, thrown);
    attempts += 1;
    const show = () =>
      root.render(<PageStartFailed key={attempts} problem={problem} mayRun={mayRun()} onRetry={() => void start()} />);
    // The texts of another language may be as far away as the configuration.
    show();
    await applyLanguage(session.credentials().lang);
    show();
  }
}

function receiversOn(clock: AppServices['time']): Receivers {
  return {
    passToNobody: () => reporter.passTo(import.meta.env.DEV ? new ConsoleReporter() : new NoReporter()),
    load: async () => {
      const [{ createPageReporter }, { reportWebVitals }] = await Promise.all([
        import('../adapters/browser/report/page-reporter.ts'),
        import('../adapters/browser/report/web-vitals-report.ts'),
      ]);
      return {
        passTo: (url, sample) => reporter.passTo(createPageReporter({ url, sample, clock, build: pageBuild() })),
        reportWebVitals: (routeAt) => reportWebVitals(reporter, routeAt),
      };
    },
  };
}

/** True if a device may be treating this user: a start from this phone may have taken effect, or the address shows a treatment. */
function mayRun(): boolean {
  const log = new TreatmentLog(scope, new SystemClock());
  return log.mayRun().length > 0 || routeOf(window.location.pathname) === '/process';
}

/**
 * Reads the configuration, wires the app to the browser, and sends the first reads. Rejects with the Problems of
 * `readConfiguration`.
 */
async function createServices() {
  const file = new URL(CONFIGURATION_FILE, document.baseURI);
  const { configuration, response } = await readConfiguration(
    (signal) => fetch(file, { signal }),
    document.baseURI,
    (address) => safeAddress(address, window.location.origin),
  );
  const { values } = configuration;
  const { brand } = values;
  document.title = brand.name;
  session.useServer(values.apiBase);
  const clock = await pageClock(file, response);
  scope.forgetOthers(clock.now());

  const fetched = new FetchHttp(() => fetch, window.location.origin);
  const http = new TracingHttp(fetched, {
    onExchange: (exchange) => resolve(RecentActivity).sawCall(exchange),
    onServerTime: (at, ms) => clock.takeServerTime(at, ms),
  });
  const viewfinder = new ViewfinderStore();
  const adapters = browserAdapters({
    clock,
    presence,
    viewfinder,
    signature: () => {
      const { appId, timestamp, nonceStr, signature } = session.credentials();
      return appId && timestamp && nonceStr && signature ? { appId, timestamp, nonceStr, signature } : undefined;
    },
    entryLink: () => ({
      title: brand.name,
      description: brand.description,
      address: new URL('.', document.baseURI).href,
      picture: brand.shareImage,
    }),
  });
  const container = compose({ ...adapters, storage, configuration, http, clock, reporter }, opened);
  const resolve: AppServices['resolve'] = (token) =>
    container.get(token as AbstractNewable<InstanceType<typeof token>>);
  sendFirstReads(window.location, session.credentials(), resolve(Prefetch));
  const services: AppServices = {
    configuration: values,
    resolve,
    time: clock,
    onResume: (listener) => presence.onChange(() => presence.visible() && listener()),
    page: {
      isReachable: async () => (await readOwnFile(CONFIGURATION_FILE)) !== undefined,
      read: readOwnFile,
      stored: () => openSession(new WebAppStorage()),
      reload: () => window.location.reload(),
    },
    viewfinder,
    report: (thrown, context) => reportProblem(reporter, thrown, context),
    phone: () => ({ userAgent: navigator.userAgent, insideWeChat: isInsideWeChat(), online: navigator.onLine }),
  };
  return { services, shareMenu: adapters.shareMenu };
}
