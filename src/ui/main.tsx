import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { isReachable } from '../adapters/browser/own-page.ts';
import { PagePresence } from '../adapters/browser/page-presence.ts';
import { isInsideWeChat } from '../adapters/browser/wechat-bridge.ts';
import { makeAtOnce, type Beginning } from '../container/at-once.ts';
import { Preferences } from '../core/account/preferences.ts';
import { once } from '../core/once.ts';
import { ignoreFailure, Problem } from '../core/problem.ts';
import { App } from './App.tsx';
import { makeApplication, type Application } from './application.ts';
import { copy } from './copy/zh-CN.ts';
import { begin, begun, configurationFile, reporter, storage } from './main-first.ts';
import type { JoinedLater } from './main-later.ts';
import { Button } from './parts/Button.tsx';
import { FullScreenNotice } from './parts/FullScreenNotice.tsx';
import { showLargeType } from './parts/use-large-type.ts';
import { preloadScreens } from './routes.tsx';
import { partFor, parts } from './screens.ts';
import { ViewfinderStore } from './stores/viewfinder-store.ts';
import './tokens.css';
import './base.css';

const PRELOAD_AFTER = 1_500;
let attempts = 0;

reportUncaughtErrors();
showLargeType(new Preferences(storage).largeType());
const root = createRoot(document.getElementById('root') ?? document.body);
void draw(begun);

/** No module of the page waits where it stands: WebKit hands over a module that needs a waiting one before it has run. */
async function draw(beginning: Promise<Beginning>): Promise<void> {
  try {
    const application = joined(await beginning);
    root.render(<App application={application} />);
    setTimeout(() => void preloadRest(application).catch(ignoreFailure), PRELOAD_AFTER);
  } catch (thrown) {
    const problem = Problem.of(thrown);
    if (problem.code === 'internal') reporter.report(problem);
    attempts += 1;
    root.render(<StartFailed key={attempts} problem={problem} />);
  }
}

/** The app cannot begin: why, and a way to ask again, which needs no new page. */
function StartFailed({ problem: { code, message } }: { problem: Problem }) {
  const [busy, setBusy] = useState(false);
  const isBroken = code === 'configuration';
  const retry = () => {
    setBusy(true);
    void draw(begin());
  };
  return (
    <FullScreenNotice drawing="trouble" title={isBroken ? copy.configuration.broken : copy.problems[code]} hint={isBroken ? copy.configuration.brokenHint : undefined}>
      {isBroken && <code>{message === code ? copy.configuration.missing : message}</code>}
      <Button busy={busy} onClick={retry}>
        {copy.common.retry}
      </Button>
    </FullScreenNotice>
  );
}

/** What nobody catches, in an event or in a promise that nobody waits for, is an error of this program, but for a Problem. */
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

/** While nobody waits for it; what is lost here is fetched when it is needed. */
async function preloadRest({ joinLater }: Application): Promise<void> {
  await joinLater();
  await preloadScreens();
}

function joined(beginning: Beginning): Application {
  const { configuration, clock, session } = beginning;
  const made = makeAtOnce(beginning);
  const presence = new PagePresence();
  const viewfinder = new ViewfinderStore();
  let later: JoinedLater | undefined;
  const joinPlans = once(async () => (await parts.plans()).join(made));
  const joinTreatment = once(async () => (await parts.treatment()).join(made, presence));
  const joinLater = once(async () => {
    const [rest] = await Promise.all([parts.rest(), joinPlans(), joinTreatment()]);
    return (later = rest.join({ made, configuration, clock, session, presence, viewfinder }));
  });
  const joins = { plans: joinPlans, treatment: joinTreatment, rest: joinLater };
  return makeApplication({
    configuration: configuration.values,
    joinLater,
    joinFor: (screen) => joins[partFor(screen)](),
    obtain: (which) => (later ? later.obtain(which) : made.get(which)),
    time: clock,
    onResume: (listener) => presence.onChange(() => presence.visible() && listener()),
    page: { isReachable: () => isReachable(configurationFile()), reload: () => window.location.reload() },
    viewfinder,
    report: (problem) => reporter.report(problem),
    phone: () => ({ userAgent: navigator.userAgent, insideWeixin: isInsideWeChat(), online: navigator.onLine }),
  });
}
