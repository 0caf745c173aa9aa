import './polyfills.ts';
import { pageFetch } from '../adapters/browser/page-fetch.ts';
import { measureClockSkew } from '../adapters/browser/clock-skew.ts';
import { WebAppStorage } from '../adapters/browser/web-app-storage.ts';
import { FetchHttp } from '../adapters/fetch-http.ts';
import { SystemClock } from '../adapters/system-clock.ts';
import { TracingHttp } from '../adapters/tracing-http.ts';
import type { Beginning } from '../container/at-once.ts';
import { ApiClient } from '../core/api/api-client.ts';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { Prefetch } from '../core/prefetch.ts';
import { fragmentWithoutSecrets } from '../core/session/credentials.ts';
import { Session } from '../core/session/session.ts';
import { Visit } from '../core/session/visit.ts';
import { AccountScope } from '../core/state/account-scope.ts';
import { askAhead } from './ask-ahead.ts';
import { readConfiguration } from './configuration-file.ts';
import { preloadScreensBehind } from './screens.ts';

export const storage = new WebAppStorage();
const scope = new AccountScope(storage);
const visit = new Visit(scope);
const session = new Session(visit);
takeTheTokenOutOfTheAddress();
preloadScreensBehind(window.location);

/**
 * The first of the composition root, in a file of its own that is small enough to be there long before what draws: the server is asked meanwhile. Rejects with the Problem
 * `network`, or `configuration` with what is wrong with it in its message, or with none where there is no configuration.
 */
export const begun = begin();
begun.catch(() => undefined);

/** Read at start; the same server has all other files of the page. */
export function configurationFile(): URL {
  return new URL('app-config.json', document.baseURI);
}

function takeTheTokenOutOfTheAddress(): void {
  const { pathname, search, hash } = window.location;
  const query = session.open(pathname, search);
  window.history.replaceState(window.history.state, '', window.location.origin + pathname + query + fragmentWithoutSecrets(hash));
}

/** The same file says what is configured, and by its date what time it is. */
export async function begin(): Promise<Beginning> {
  const file = configurationFile();
  const { configuration, response } = await readConfiguration((signal) => fetch(file, { signal }), window.location.origin);
  session.useServer(configuration.values.apiBase);
  const aheadMs = await measureClockSkew(response, (signal) => fetch(file, { cache: 'no-store', signal }));
  const clock = new SystemClock(aheadMs);
  const activity = new RecentActivity(clock);
  const http = new TracingHttp(new FetchHttp(pageFetch), { tell: (exchange) => activity.sawCall(exchange) });
  const api = new ApiClient(http, session, configuration, clock);
  askAhead(window.location, new Prefetch(api), session);
  return { configuration, http, clock, storage, access: session, scope, visit, session, activity, api };
}
