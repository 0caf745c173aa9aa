import { useEffect, useRef, useState } from 'react';
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { useApplication, useService, type ServiceLoaders } from './application.ts';
import { Chunk } from './chunk.ts';
import { dialogSurface, leaseHistory, screens } from './deferred.ts';
import { DeferredScreen } from './parts/DeferredScreen.tsx';
import { Entry } from './screens/Entry.tsx';

/** Fetches the screens that come next, one after the other, while nothing else is to be done. Rejects with the first that does not come: older browsers never fetch again what they have once missed. */
export async function preloadScreens(): Promise<void> {
  for (const load of [dialogSurface.load, leaseHistory.load, ...Object.values(screens).map(({ chunk }) => chunk.load)])
    await load();
}

/** Each path and its screen. Entry is in the first script; the others arrive with their services when they are needed. */
export function Screens() {
  useScrollToTop();
  useRecordedScreen();
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
}

function deferredScreens(loaders: ServiceLoaders) {
  return Object.entries(screens).map(([path, { chunk, services }]) => ({
    path,
    chunk: new Chunk(async () => {
      const [screen] = await Promise.all([chunk.load(), loaders.screens(), services && loaders[services]()]);
      return screen;
    }),
  }));
}

function useRecordedScreen(): void {
  const { pathname } = useLocation();
  const activity = useService(RecentActivity);
  useEffect(() => activity.sawScreen(pathname), [activity, pathname]);
}

/** A screen that is gone to begins at its top; one that is come back to stays where it was. */
function useScrollToTop(): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname && !isBack) window.scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname, isBack]);
}
