import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { useApplication, useUseCase } from './application.ts';
import { loadSurface } from './parts/Dialog.tsx';
import { Skeleton } from './parts/Skeleton.tsx';
import { Entry } from './screens/Entry.tsx';
import { My } from './screens/My.tsx';

const screens = {
  '/lease': () => import('./screens/Lease.tsx').then(({ Lease }) => Lease),
  '/modeMenu': () => import('./screens/ModeMenu.tsx').then(({ ModeMenu }) => ModeMenu),
  '/custom': () => import('./screens/Custom.tsx').then(({ Custom }) => Custom),
  '/process': () => import('./screens/Process.tsx').then(({ Process }) => Process),
  '/orderDetail': () => import('./screens/OrderDetail.tsx').then(({ OrderDetail }) => OrderDetail),
  '/my/cardList': () => import('./screens/CardList.tsx').then(({ CardList }) => CardList),
  '/login': () => import('./screens/Login.tsx').then(({ Login }) => Login),
  '/share': () => import('./screens/Share.tsx').then(({ Share }) => Share),
  '/my/orderList': () => import('./screens/OrderList.tsx').then(({ OrderList }) => OrderList),
  '/my/refundList': () => import('./screens/RefundList.tsx').then(({ RefundList }) => RefundList),
  '/my/feedback': () => import('./screens/Feedback.tsx').then(({ Feedback }) => Feedback),
  '/my/about': () => import('./screens/About.tsx').then(({ About }) => About),
  '*': () => import('./screens/NotFound.tsx').then(({ NotFound }) => NotFound),
};

/** Where the entry flow leads. */
const BEHIND_A_DEVICE = ['/lease', '/modeMenu', '/process'];

/** Fetches the screens that come next, one after the other, while nothing else is to be done. */
export async function preloadScreens(): Promise<void> {
  for (const load of [loadSurface, () => import('./screens/my/LeaseHistory.tsx'), ...Object.values(screens)]) await load().catch(() => undefined);
}

/** Fetches the screens to which an address may lead, while something else is still awaited; false where the first ones are all it leads to. */
export function preloadScreensBehind({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const named = Object.keys(screens).filter((route) => pathname.endsWith(route));
  const entersDevice = pathname.endsWith('/') && new URLSearchParams(search).has('sno');
  const behind = entersDevice ? BEHIND_A_DEVICE : named;
  for (const [route, load] of Object.entries(screens)) if (behind.includes(route)) void load().catch(() => undefined);
  return behind.length > 0;
}

/** Each address and its screen; the first ones come with the page, the others when they are needed, with what they ask. */
export function Screens() {
  useTopOfNewScreen();
  useNotedScreen();
  const { joinLater } = useApplication();
  const [later] = useState(() => laterScreens(joinLater));
  return (
    <Suspense fallback={<Skeleton rows={2} height="tall" />}>
      <Routes>
        <Route path="/" element={<Entry />} />
        <Route path="/my" element={<My />} />
        {later.map(({ path, Screen }) => (
          <Route key={path} path={path} element={<Screen />} />
        ))}
      </Routes>
    </Suspense>
  );
}

function laterScreens(joinLater: () => Promise<unknown>) {
  return Object.entries(screens).map(([path, load]) => ({
    path,
    Screen: lazy(async () => {
      const [screen] = await Promise.all([load(), joinLater()]);
      return { default: screen };
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
