import { createRoot } from 'react-dom/client';
import type { AbstractNewable } from 'inversify';
import { PagePresence } from '../adapters/browser/page-presence.ts';
import { isInsideWeixin } from '../adapters/browser/weixin-bridge.ts';
import { composeAtOnce } from '../container/at-once.ts';
import { Preferences } from '../core/account/preferences.ts';
import { once } from '../core/once.ts';
import { Problem } from '../core/problem.ts';
import { App } from './App.tsx';
import { makeApplication, type Application } from './application.ts';
import { copy } from './copy/zh-CN.ts';
import { begun, storage, type Begun } from './main-first.ts';
import { Button } from './parts/Button.tsx';
import { FullScreenNotice } from './parts/FullScreenNotice.tsx';
import { showLargeType } from './parts/use-large-type.ts';
import { preloadScreens } from './routes.tsx';
import { loadLater } from './screens.ts';
import { ViewfinderStore } from './stores/viewfinder-store.ts';
import './tokens.css';
import './base.css';

const PRELOAD_AFTER = 1_500;

showLargeType(new Preferences(storage).largeType());
const root = createRoot(document.getElementById('root') ?? document.body);
void begin();

/** No module of the page waits where it stands: WebKit hands over a module that needs a waiting one before it has run. */
async function begin(): Promise<void> {
  try {
    const application = joined(await begun);
    root.render(<App application={application} />);
    setTimeout(() => void preloadRest(application), PRELOAD_AFTER);
  } catch (thrown) {
    const { code, message } = Problem.of(thrown);
    const isBroken = code === 'configuration';
    root.render(
      <FullScreenNotice drawing="trouble" title={isBroken ? copy.configuration.broken : copy.problems[code]} hint={isBroken ? copy.configuration.brokenHint : undefined}>
        {isBroken && <code>{message === code ? copy.configuration.missing : message}</code>}
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

function joined({ configuration, clock, ...begun }: Begun): Application {
  const container = composeAtOnce({ ...begun, configuration, clock, storage });
  const presence = new PagePresence();
  const viewfinder = new ViewfinderStore();
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
