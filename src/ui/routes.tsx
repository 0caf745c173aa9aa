import { useEffect, useRef, useState } from 'react';
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { useApplication, useUseCase, type Surroundings } from './application.ts';
import { dialogSurface } from './parts/Dialog.tsx';
import { LateScreen } from './parts/LateScreen.tsx';
import { Chunk } from './parts/use-chunk.ts';
import { Entry } from './screens/Entry.tsx';
import { My } from './screens/My.tsx';
import { leaseHistory } from './screens/my/DeviceTab.tsx';
import { screens } from './screens.ts';

/** Fetches the screens that come next, one after the other, while nothing else is to be done. Rejects with the first that does not come: older browsers never fetch again what they have once missed. */
export async function preloadScreens(): Promise<void> {
  for (const load of [dialogSurface.load, leaseHistory.load, ...Object.values(screens)]) await load();
}

/** Each address and its screen; the first ones come with the page, the others when they are needed, with what they ask. */
export function Screens() {
  useTopOfNewScreen();
  useNotedScreen();
  const { joinFor } = useApplication();
  const [later] = useState(() => laterScreens(joinFor));
  return (
    <Routes>
      <Route path="/" element={<Entry />} />
      <Route path="/my" element={<My />} />
      {later.map(({ path, chunk }) => (
        <Route key={path} path={path} element={<LateScreen key={path} chunk={chunk} />} />
      ))}
    </Routes>
  );
}

function laterScreens(joinFor: Surroundings['joinFor']) {
  return Object.entries(screens).map(([path, load]) => ({
    path,
    chunk: new Chunk(async () => {
      const [screen] = await Promise.all([load(), joinFor(path)]);
      return screen;
    }),
  }));
}

function useNotedScreen(): void {
  const { pathname } = useLocation();
  const activity = useUseCase(RecentActivity);
  useEffect(() => activity.sawScreen(pathname), [activity, pathname]);
}

/** A screen that is gone to begins at its top; one that is come back to stays where it was. */
function useTopOfNewScreen(): void {
  const { pathname } = useLocation();
  const isBack = useNavigationType() === 'POP';
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current !== pathname && !isBack) window.scrollTo(0, 0);
    shown.current = pathname;
  }, [pathname, isBack]);
}
