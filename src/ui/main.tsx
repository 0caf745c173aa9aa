import type { AbstractNewable, Container } from 'inversify';
import { createRoot } from 'react-dom/client';
import { DeferredReporter } from '../adapters/browser/deferred-reporter.ts';
import { readOwnFile } from '../adapters/browser/own-page.ts';
import { ConsoleReporter } from '../adapters/browser/console-reporter.ts';
import { PagePresence } from '../adapters/browser/page-presence.ts';
import { isInsideWeChat } from '../adapters/browser/wechat-bridge.ts';
import type { WeChatSignature } from '../adapters/browser/wechat-sdk.ts';
import { NoReporter } from '../adapters/no-reporter.ts';
import type { Presence } from '../adapters/presence.ts';
import type { BootstrapServices } from '../container/bootstrap-services.ts';
import { createContainer } from '../container/entry.ts';
import { Preferences } from '../core/account/preferences.ts';
import type { ConfigurationValues } from '../core/api/configuration.ts';
import { once } from '../core/once.ts';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { ignoreFailure, Problem } from '../core/problem.ts';
import { reportProblem } from '../core/report-problem.ts';
import type { Session } from '../core/session/session.ts';
import { hasOpenActivity } from '../core/state/open-activity.ts';
import { App } from './App.tsx';
import type { SharedLink } from '../ports/share-menu.ts';
import { createAppState, type Application, type ServiceLoaders } from './application.ts';
import { pageBuild } from './build-id.ts';
import { loadChunk, onChunkFailure } from './chunk.ts';
import { CONFIGURATION_FILE, openStorage, session, start, started, storage } from './bootstrap.ts';
import { routeOf, serviceChunks } from './deferred.ts';
import { withOperatorAddresses } from './operator-addresses.ts';
import { applyLanguage } from './page-language.ts';
import { StartFailed } from './parts/StartFailed.tsx';
import { showLargeType } from './parts/use-large-type.ts';
import { preloadScreens } from './routes.tsx';
import { ViewfinderStore } from './stores/viewfinder-store.ts';
import './tokens.css';
import './base.css';

const PRELOAD_DELAY_MS = 1_500;
let attempts = 0;
const reporter = new DeferredReporter(() => ({ at: Date.now(), route: routeOf(window.location.pathname) }));

reportUncaughtErrors();
showLargeType(new Preferences(storage).largeType());
const root = createRoot(document.getElementById('root') ?? document.body);
void startAndRender(started);

/** The page uses no top-level await: WebKit evaluates importers too early. */
async function startAndRender(starting: Promise<BootstrapServices>): Promise<void> {
  try {
    const application = createApplication(await starting);
    const { configuration } = application;
    await Promise.all([showBrand(configuration), applyLanguage(session.credentials().lang, configuration.language)]);
    root.render(<App application={application} />);
    setTimeout(() => {
      void connectReporter(application).catch(warnOfReceiver);
      void preloadRest(application).catch(ignoreFailure);
    }, PRELOAD_DELAY_MS);
  } catch (thrown) {
    const problem = reportProblem(reporter, thrown);
    attempts += 1;
    await applyLanguage(session.credentials().lang);
    root.render(<StartFailed key={attempts} problem={problem} onRetry={() => void startAndRender(start())} />);
  }
}

/** Applies the colours and the icon of the brand, if they are configured. Keeps the page's own if their chunk fails to load. */
async function showBrand({ brand }: ConfigurationValues): Promise<void> {
  if (brand.logo ?? brand.accent ?? brand.accentDark)
    await loadChunk(import('./apply-brand.ts'))
      .then(({ applyBrand }) => applyBrand(brand))
      .catch(ignoreFailure);
}

/** Reports uncaught errors, unhandled rejections, missing files of the page, and what its policy blocked. */
function reportUncaughtErrors(): void {
  window.addEventListener('error', ({ error }) => {
    if (error !== null && error !== undefined) reportProblem(reporter, error, { origin: 'error' });
  });
  window.addEventListener('unhandledrejection', ({ reason }) =>
    reportProblem(reporter, reason, { origin: 'rejection' }),
  );
  onChunkFailure((cause) => {
    if (navigator.onLine) reporter.report({ kind: 'chunk-failure', file: String(cause) });
  });
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    reporter.report({ kind: 'csp-violation', directive: effectiveDirective, blocked: blockedURI }),
  );
}

/** Connects the reporter to the receiver of the configuration, to the console in development, and otherwise to nothing. */
async function connectReporter({ configuration: { report }, resolve, time }: Application): Promise<void> {
  const { url, sample } = report;
  if (url === undefined) return reporter.passTo(import.meta.env.DEV ? new ConsoleReporter() : new NoReporter());
  const [{ createPageReporter }, { reportWebVitals }] = await loadChunk(
    Promise.all([import('../adapters/browser/page-reporter.ts'), import('../adapters/browser/web-vitals-report.ts')]),
  );
  reporter.passTo(createPageReporter({ url, sample, clock: time, build: pageBuild() }));
  const { screens } = resolve(RecentActivity);
  const routeAt = (at: number) => routeOf(screens.filter((screen) => screen.at <= at).pop()?.path ?? '/');
  reportWebVitals(reporter, (seenAt) => routeAt(seenAt + time.now() - Date.now()));
}

/** Names an unusable address of the receiver in the console. Reports wait in vain if their chunk fails to load. */
function warnOfReceiver(thrown: unknown): void {
  const { code, message } = Problem.expected(thrown);
  // oxlint-disable-next-line no-console -- the person who deploys the page reads this, not the user
  if (code === 'invalid-input') console.warn(`app-config.json: ignored report.url: ${message}`);
}

/** Loads the remaining chunks while the page is idle. A chunk that fails here is fetched again on first use. */
async function preloadRest({ load }: Application): Promise<void> {
  await load.payments();
  await load.rest();
  await preloadScreens();
}

function createApplication(services: BootstrapServices): Application {
  const container = createContainer(services, reporter);
  const configuration = withOperatorAddresses(services.configuration.values, document.baseURI);
  const presence = new PagePresence();
  const viewfinder = new ViewfinderStore();
  presence.onChange(() => {
    if (services.scope.isReplaced) window.location.reload();
  });
  return createAppState({
    configuration,
    load: serviceLoaders(container, { ...services, configuration, presence, viewfinder }),
    hasOpenActivity: hasOpenActivity(services.scope),
    resolve: (token) => container.get(token as AbstractNewable<InstanceType<typeof token>>),
    time: services.clock,
    onResume: (listener) => presence.onChange(() => presence.visible() && listener()),
    page: {
      isReachable: async () => (await readOwnFile(CONFIGURATION_FILE)) !== undefined,
      read: readOwnFile,
      stored: openStorage,
      reload: () => window.location.reload(),
    },
    viewfinder,
    report: (thrown, context) => reportProblem(reporter, thrown, context),
    phone: () => ({ userAgent: navigator.userAgent, insideWeChat: isInsideWeChat(), online: navigator.onLine }),
  });
}

interface LoaderOptions extends Pick<BootstrapServices, 'clock' | 'session'> {
  configuration: ConfigurationValues;
  presence: Presence;
  viewfinder: ViewfinderStore;
}

/** Loads each module into the container once. After a failed fetch the caller may call the loader again. */
function serviceLoaders(
  container: Container,
  { clock, configuration, session, presence, viewfinder }: LoaderOptions,
): ServiceLoaders {
  const screenServices = once(async () => {
    const module = await serviceChunks.screens();
    container.load(module.screens());
  });
  const payments = once(async () => {
    const [module, { PaymentStore }] = await serviceChunks.payments();
    container.load(module.payments());
    return { PaymentStore, records: module.checkoutRecords(container) };
  });
  const treatment = once(async () => {
    const [module, { pageDeviceChannel }, { pageMutex }] = await serviceChunks.treatment();
    container.load(module.treatment({ channel: pageDeviceChannel(presence), mutex: pageMutex(clock) }));
  });
  const rest = once(async () => {
    const [[module, { browserAdapters }]] = await Promise.all([
      serviceChunks.rest(),
      screenServices(),
      payments(),
      treatment(),
    ]);
    container.load(
      module.rest(
        browserAdapters({
          presence,
          viewfinder,
          signature: () => signatureOf(session),
          entryLink: () => entryLink(configuration),
        }),
      ),
    );
    return module.tapServices(container);
  });
  return { screens: screenServices, payments, treatment, rest };
}

function entryLink({ brand }: ConfigurationValues): SharedLink {
  return {
    title: brand.name,
    description: brand.description,
    address: new URL('.', document.baseURI).href,
    picture: brand.shareImage,
  };
}

function signatureOf(session: Session): WeChatSignature | undefined {
  const { appId, timestamp, nonceStr, signature } = session.credentials();
  return appId && timestamp && nonceStr && signature ? { appId, timestamp, nonceStr, signature } : undefined;
}
