import { observer } from 'mobx-react-lite';
import { useEffect, useRef, useState } from 'react';
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { useApplication, useService, type Application } from './application.ts';
import { Chunk } from './chunk.ts';
import { dialogSurface, leaseHistory, screens } from './deferred.ts';
import { DeferredScreen } from './parts/DeferredScreen.tsx';
import { useRememberedDevice } from './parts/use-subject.ts';
import { Entry } from './screens/Entry.tsx';

/**
 * Fetches the remaining screens one after the other. Rejects at the first failure, without trying the rest: older
 * browsers never fetch a failed import again.
 */
export async function preloadScreens(): Promise<void> {
  for (const load of [dialogSurface.load, leaseHistory.load, ...Object.values(screens).map(({ chunk }) => chunk.load)])
    await load();
}

/** Maps each path to its screen. The first script contains the entry screen; the other screens load on first use. */
export const Screens = observer(function Screens() {
  useScrollToTop();
  useRecordedScreen();
  useRememberedDevice();
  const { load } = useApplication();
  const [deferred] = useState(() => deferredScreens(load));
  return (
    <Routes>
      <Route path="/" element={<Entry />} />
      {deferred.map(({ path, chunk }) => (
        <Route key={path} path={path} element={<DeferredScreen key={path} chunk={chunk} />} />
      ))}
    </Routes>
  );
});

function deferredScreens(loaders: Application['load']) {
  return Object.entries(screens).map(([path, { chunk, services }]) => ({
    path,
    chunk: new Chunk(async () => {
      const [screen] = await Promise.all([chunk.load(), loaders.screens(), ...services.map((name) => loaders[name]())]);
      return screen;
    }),
  }));
}

function useRecordedScreen(): void {
  const { pathname } = useLocation();
  const activity = useService(RecentActivity);
  useEffect(() => activity.sawScreen(pathname), [activity, pathname]);
}

/** Scrolls a new screen to its top. Back navigation keeps the scroll position. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname && !isBack) window.scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname, isBack]);
}
