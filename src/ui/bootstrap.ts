import './polyfills.ts';
import { measureClockSkew } from '../adapters/browser/clock-skew.ts';
import { WebAppStorage } from '../adapters/browser/web-app-storage.ts';
import { FetchHttp } from '../adapters/fetch-http.ts';
import { DatedHttp, serverTimeOf } from '../adapters/dated-http.ts';
import { SystemClock } from '../adapters/system-clock.ts';
import { TracingHttp } from '../adapters/tracing-http.ts';
import {
  createBootstrapServices,
  createSessionServices,
  type BootstrapServices,
} from '../container/bootstrap-services.ts';
import type { Prefetch } from '../core/prefetch.ts';
import { fragmentWithoutSecrets } from '../core/session/credentials.ts';
import { hasOpenActivity } from '../core/state/open-activity.ts';
import { mainTabOf } from './main-tab.ts';
import { readConfiguration } from './configuration-file.ts';
import { preloadScreensBehind } from './deferred.ts';

/** The configuration file, on the server of the page. */
export const CONFIGURATION_FILE = 'app-config.json';

/** The session as storage has it now. */
export const openStorage = () => createSessionServices(new WebAppStorage());
const sessionServices = openStorage();
export const { session, storage } = sessionServices;
removeTokenFromAddress();
preloadScreensBehind(window.location, { bars: hasOpenActivity(sessionServices.scope) });

/**
 * The services, whose API client already prefetches. This script is separate from the rendering script and small, so
 * that it runs earlier. Rejects with the Problem `network` or `configuration`. The message of `configuration` describes
 * the invalid field; it is empty if the file is missing.
 */
export const started = start();
started.catch(() => undefined);

/** Reads the configuration and measures the clock skew from the Date header of the same response. */
export async function start(): Promise<BootstrapServices> {
  const file = new URL(CONFIGURATION_FILE, document.baseURI);
  const { configuration, response } = await readConfiguration((signal) => fetch(file, { signal }), document.baseURI);
  document.title = configuration.values.brand.name;
  sessionServices.session.useServer(configuration.values.apiBase);
  const clock = new SystemClock(
    await measureClockSkew(response, (signal) => fetch(file, { cache: 'no-store', signal })),
  );
  sessionServices.scope.forgetOthers(clock.now());
  clock.onDoubt = singleFlight(() => askTime(file, clock));
  const dated = new DatedHttp(new FetchHttp(() => fetch, window.location.origin), (at, ms) =>
    clock.takeServerTime(at, ms),
  );
  const http = new TracingHttp(dated, {
    onExchange: (exchange) => services.activity.sawCall(exchange),
  });
  const services = createBootstrapServices(sessionServices, { configuration, http, clock });
  prefetchFor(window.location, services.reads);
  return services;
}

/** Reads the time from the page's own server. The page goes on without an answer. */
async function askTime(file: URL, clock: SystemClock): Promise<void> {
  const sentAt = performance.now();
  const response = await fetch(file, { cache: 'no-store' }).catch(() => undefined);
  const at = response && serverTimeOf((name) => response.headers.get(name));
  if (at !== undefined) clock.takeServerTime(at, performance.now() - sentAt);
}

/** Starts `work` unless it is under way. */
function singleFlight(work: () => Promise<void>): () => void {
  let isUnderWay = false;
  return () => {
    if (isUnderWay) return;
    isUnderWay = true;
    void work().finally(() => (isUnderWay = false));
  };
}

function removeTokenFromAddress(): void {
  const { pathname, search, hash } = window.location;
  const query = sessionServices.session.open(pathname, search);
  window.history.replaceState(
    window.history.state,
    '',
    window.location.origin + pathname + query + fragmentWithoutSecrets(hash),
  );
}

/**
 * Sends the first read requests of the screen at this address. The screen consumes their responses and sends all other
 * requests itself.
 */
function prefetchFor({ pathname, search }: Location, reads: Prefetch): void {
  const { pageType, sno } = sessionServices.session.credentials();
  const query = new URLSearchParams(search);
  switch (pathname.slice(pathname.lastIndexOf('/'))) {
    case '/':
      if (pageType === 'device') return reads.devices();
      return pageType === 'account' || sno === undefined ? reads.account() : reads.entry(sno);
    case '/my':
      return mainTabOf(query, pageType) === 'device' ? reads.devices() : reads.account();
    case '/process': {
      const device = query.get('sno');
      return device === null ? undefined : reads.treatment(device);
    }
  }
}
