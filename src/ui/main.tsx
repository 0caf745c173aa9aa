import type { AbstractNewable } from 'inversify';
import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { isReachable } from '../adapters/browser/own-page.ts';
import { PagePresence } from '../adapters/browser/page-presence.ts';
import { isInsideWeChat } from '../adapters/browser/wechat-bridge.ts';
import type { BootstrapServices } from '../container/bootstrap-services.ts';
import { createContainer } from '../container/entry.ts';
import { Preferences } from '../core/account/preferences.ts';
import { ignoreFailure, Problem } from '../core/problem.ts';
import { hasOpenActivity } from '../core/state/open-activity.ts';
import { App } from './App.tsx';
import { createAppState, type Application } from './application.ts';
import { configurationFile, reporter, start, started, storage } from './bootstrap.ts';
import { copy } from './copy/zh-CN.ts';
import { serviceLoaders } from './deferred.ts';
import { Button } from './parts/Button.tsx';
import { FullScreenNotice } from './parts/FullScreenNotice.tsx';
import { showLargeType } from './parts/use-large-type.ts';
import { preloadScreens } from './routes.tsx';
import { ViewfinderStore } from './stores/viewfinder-store.ts';
import './tokens.css';
import './base.css';
import { ErrorIllustration } from './parts/Illustration.tsx';

const PRELOAD_DELAY_MS = 1_500;
let attempts = 0;

reportUncaughtErrors();
showLargeType(new Preferences(storage).largeType());
const root = createRoot(document.getElementById('root') ?? document.body);
void startAndRender(started);

/** The page uses no top-level await: WebKit evaluates importers too early. */
async function startAndRender(starting: Promise<BootstrapServices>): Promise<void> {
  try {
    const application = createApplication(await starting);
    root.render(<App application={application} />);
    setTimeout(() => void preloadRest(application).catch(ignoreFailure), PRELOAD_DELAY_MS);
  } catch (thrown) {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') reporter.report(problem);
    attempts += 1;
    root.render(<StartFailed key={attempts} problem={problem} />);
  }
}

/** Shows why the app could not start. The retry button starts it again without a page reload. */
function StartFailed({ problem: { code, message } }: { problem: Problem }) {
  const [busy, setBusy] = useState(false);
  const isBroken = code === 'configuration';
  const retry = () => {
    setBusy(true);
    void startAndRender(start());
  };
  return (
    <FullScreenNotice
      illustration={<ErrorIllustration />}
      title={isBroken ? copy.configuration.broken : copy.problems[code]}
      hint={isBroken ? copy.configuration.brokenHint : undefined}
    >
      {isBroken && <code>{message === code ? copy.configuration.missing : message}</code>}
      <Button busy={busy} onClick={retry}>
        {copy.common.retry}
      </Button>
    </FullScreenNotice>
  );
}

/**
 * Reports uncaught errors and unhandled rejections. Only a Problem with the code `internal` is an error of the program.
 */
function reportUncaughtErrors(): void {
  const report = (thrown: unknown) => {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') reporter.report(problem);
  };
  window.addEventListener('error', ({ error }) => {
    if (error !== null && error !== undefined) report(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason));
}

/** Loads the remaining chunks while the page is idle. A chunk that fails here is fetched again on first use. */
async function preloadRest({ load }: Application): Promise<void> {
  await load.payments();
  await load.rest();
  await preloadScreens();
}

function createApplication(services: BootstrapServices): Application {
  const container = createContainer(services);
  const presence = new PagePresence();
  const viewfinder = new ViewfinderStore();
  return createAppState({
    configuration: services.configuration.values,
    load: serviceLoaders(container, { ...services, presence, viewfinder }),
    hasOpenActivity: hasOpenActivity(services.scope),
    resolve: (token) => container.get(token as AbstractNewable<InstanceType<typeof token>>),
    time: services.clock,
    onResume: (listener) => presence.onChange(() => presence.visible() && listener()),
    page: { isReachable: () => isReachable(configurationFile()), reload: () => window.location.reload() },
    viewfinder,
    report: (problem) => reporter.report(problem),
    phone: () => ({ userAgent: navigator.userAgent, insideWeChat: isInsideWeChat(), online: navigator.onLine }),
  });
}
