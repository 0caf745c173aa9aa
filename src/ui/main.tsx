import './old-phones.ts';
import { createRoot } from 'react-dom/client';
import type { AbstractNewable } from 'inversify';
import decoderUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';
import { CameraScanner } from '../adapters/browser/camera-scanner.ts';
import { pageFetch } from '../adapters/browser/page-fetch.ts';
import { PagePresence } from '../adapters/browser/page-presence.ts';
import { openPageSocket } from '../adapters/browser/page-socket.ts';
import { phoneAhead } from '../adapters/browser/phone-clock.ts';
import { isInsideWeixin } from '../adapters/browser/weixin-bridge.ts';
import { WebAppStorage } from '../adapters/browser/web-app-storage.ts';
import { WeixinFirstScanner } from '../adapters/browser/weixin-first-scanner.ts';
import { WebTurns } from '../adapters/browser/web-turns.ts';
import { WeixinPaymentBridge } from '../adapters/browser/weixin-payment-bridge.ts';
import { WeixinScanner } from '../adapters/browser/weixin-scanner.ts';
import { WeixinSdk, type WeixinSignature } from '../adapters/browser/weixin-sdk.ts';
import { WeixinShareMenu } from '../adapters/browser/weixin-share-menu.ts';
import { FetchHttp } from '../adapters/fetch-http.ts';
import { GizwitsDeviceChannel } from '../adapters/gizwits-device-channel.ts';
import { QueuedTurns } from '../adapters/queued-turns.ts';
import { SystemClock } from '../adapters/system-clock.ts';
import { TracingHttp } from '../adapters/tracing-http.ts';
import { compose } from '../container.ts';
import { Preferences } from '../core/account/preferences.ts';
import { Configuration } from '../core/cloud/configuration.ts';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { Problem } from '../core/problem.ts';
import { fragmentWithoutSecrets } from '../core/session/credentials.ts';
import { Session } from '../core/session/session.ts';
import { Visit } from '../core/session/visit.ts';
import type { SharedLink } from '../ports/share-menu.ts';
import { App } from './App.tsx';
import { makeApplication, type Application } from './application.ts';
import { copy } from './copy/zh-CN.ts';
import { Button } from './parts/Button.tsx';
import { FullScreenNotice } from './parts/FullScreenNotice.tsx';
import { showLargeType } from './parts/use-large-type.ts';
import { preloadScreens } from './routes.tsx';
import { ViewfinderStore } from './stores/viewfinder-store.ts';
import './tokens.css';
import './base.css';

const PRELOAD_AFTER = 1_500;

const storage = new WebAppStorage();
showLargeType(new Preferences(storage).largeType());
takeTheTokenOutOfTheAddress();
const root = createRoot(document.getElementById('root') ?? document.body);
try {
  root.render(<App application={await start()} />);
  setTimeout(preloadScreens, PRELOAD_AFTER);
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
  const weixin = new WeixinSdk(signature);
  const shareMenu = new WeixinShareMenu(weixin, () => frontDoor(configuration));
  setTimeout(() => void shareMenu.keepEntryPrivate(), PRELOAD_AFTER);
  const scanner = new WeixinFirstScanner(new WeixinScanner(weixin), new CameraScanner(viewfinder, decoderUrl));
  const container = compose({
    configuration,
    http: new TracingHttp(new FetchHttp(pageFetch), { tell: (exchange) => container.get(RecentActivity).sawCall(exchange) }),
    clock,
    storage,
    channel: new GizwitsDeviceChannel({ openSocket: openPageSocket, secure: window.location.protocol !== 'http:', presence }),
    bridge: new WeixinPaymentBridge({}, presence),
    scanner,
    shareMenu,
    turns: new WebTurns(new QueuedTurns(clock)),
  });
  return makeApplication({
    configuration: configuration.values,
    obtain: (which) => container.get(which as AbstractNewable<InstanceType<typeof which>>),
    time: clock,
    onReturn: (listener) => presence.onChange(() => presence.visible() && listener()),
    viewfinder,
    phone: () => ({ userAgent: navigator.userAgent, insideWeixin: isInsideWeixin(), online: navigator.onLine }),
  });
}

function frontDoor({ values: { brand } }: Configuration): SharedLink {
  return { title: brand.name, description: brand.description, address: new URL('.', document.baseURI).href };
}

function signature(): WeixinSignature | undefined {
  const { appId, timestamp, nonceStr, signature: signed } = new Session(new Visit(storage)).credentials();
  return appId && timestamp && nonceStr && signed ? { appId, timestamp, nonceStr, signature: signed } : undefined;
}
