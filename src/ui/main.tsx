import './old-phones.ts';
import { createRoot } from 'react-dom/client';
import type { AbstractNewable } from 'inversify';
import { pageFetch } from '../adapters/browser/page-fetch.ts';
import { PagePresence } from '../adapters/browser/page-presence.ts';
import { phoneAhead } from '../adapters/browser/phone-clock.ts';
import { isInsideWeixin } from '../adapters/browser/weixin-bridge.ts';
import { WebAppStorage } from '../adapters/browser/web-app-storage.ts';
import { FetchHttp } from '../adapters/fetch-http.ts';
import { SystemClock } from '../adapters/system-clock.ts';
import { TracingHttp } from '../adapters/tracing-http.ts';
import { composeAtOnce } from '../container/at-once.ts';
import { Preferences } from '../core/account/preferences.ts';
import { Configuration } from '../core/cloud/configuration.ts';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { once } from '../core/once.ts';
import { Problem } from '../core/problem.ts';
import { fragmentWithoutSecrets } from '../core/session/credentials.ts';
import { Session } from '../core/session/session.ts';
import { Visit } from '../core/session/visit.ts';
import { App } from './App.tsx';
import { makeApplication, type Application } from './application.ts';
import { copy } from './copy/zh-CN.ts';
import { Button } from './parts/Button.tsx';
import { FullScreenNotice } from './parts/FullScreenNotice.tsx';
import { showLargeType } from './parts/use-large-type.ts';
import { preloadScreens, preloadScreensBehind } from './routes.tsx';
import { ViewfinderStore } from './stores/viewfinder-store.ts';
import './tokens.css';
import './base.css';

const PRELOAD_AFTER = 1_500;

const storage = new WebAppStorage();
showLargeType(new Preferences(storage).largeType());
takeTheTokenOutOfTheAddress();
const root = createRoot(document.getElementById('root') ?? document.body);
if (preloadScreensBehind(window.location)) void loadLater().catch(() => undefined);
void begin();

/** No module of the page waits where it stands: WebKit hands over a module that needs a waiting one before it has run. */
async function begin(): Promise<void> {
  try {
    const application = await start();
    root.render(<App application={application} />);
    setTimeout(() => void preloadRest(application), PRELOAD_AFTER);
  } catch (thrown) {
    const { code, message } = Problem.of(thrown);
    const title = code === 'configuration' ? copy.configuration.broken : copy.problems[code];
    root.render(
      <FullScreenNotice drawing="trouble" title={title} hint={code === 'configuration' ? copy.configuration.brokenHint : undefined}>
        {code === 'configuration' && <code>{message}</code>}
        <Button onClick={() => window.location.reload()}>{copy.common.retry}</Button>
      </FullScreenNotice>,
    );
  }
}

/** While nobody waits for it; what is lost here is fetched when it is needed. */
async function preloadRest({ joinLater }: Application): Promise<void> {
  await joinLater().catch(() => undefined);
  await preloadScreens();
}

function takeTheTokenOutOfTheAddress(): void {
  const { pathname, search, hash } = window.location;
  const query = new Session(new Visit(storage)).open(pathname, search);
  window.history.replaceState(window.history.state, '', window.location.origin + pathname + query + fragmentWithoutSecrets(hash));
}

/** The same file says what is configured, and by its date what time it is. */
async function start(): Promise<Application> {
  const file = new URL('app-config.json', document.baseURI);
  const response = await fetch(file).catch(() => undefined);
  const configuration = await readConfiguration(response);
  const aheadMs = response ? await phoneAhead(response, (signal) => fetch(file, { cache: 'no-store', signal })) : 0;
  return joined(configuration, new SystemClock(aheadMs));
}

async function readConfiguration(response: Response | undefined): Promise<Configuration> {
  if (!response) throw new Problem('network');
  const json: unknown = response.ok ? await response.json().catch(() => undefined) : undefined;
  if (json === undefined) throw new Problem('configuration', { message: copy.configuration.missing });
  const { values } = Configuration.from(json);
  return new Configuration({ ...values, apiBase: new URL(values.apiBase, window.location.origin).href });
}

function joined(configuration: Configuration, clock: SystemClock): Application {
  const presence = new PagePresence();
  const viewfinder = new ViewfinderStore();
  const container = composeAtOnce({
    configuration,
    http: new TracingHttp(new FetchHttp(pageFetch), { tell: (exchange) => container.get(RecentActivity).sawCall(exchange) }),
    clock,
    storage,
  });
  return makeApplication({
    configuration: configuration.values,
    joinLater: once(async () => (await loadLater()).join({ container, configuration, clock, presence, viewfinder })),
    obtain: (which) => container.get(which as AbstractNewable<InstanceType<typeof which>>),
    time: clock,
    onReturn: (listener) => presence.onChange(() => presence.visible() && listener()),
    viewfinder,
    phone: () => ({ userAgent: navigator.userAgent, insideWeixin: isInsideWeixin(), online: navigator.onLine }),
  });
}

function loadLater() {
  return import('./main-later.ts').catch((cause: unknown) => {
    throw new Problem('network', { message: 'a part of the page did not come', cause });
  });
}
