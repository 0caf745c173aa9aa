import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ComponentType, type RefObject } from 'react';
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { ignoreFailure } from '../core/problem.ts';
import { useService } from './application.ts';
import { copy } from './copy/zh-CN.ts';
import { Lazy, useLazy } from './lazy.ts';
import { TreatmentOfFailedScreen } from './parts/failure/ScreenBoundary.tsx';
import { ScreenNotice } from './parts/failure/ScreenNotice.tsx';
import { ScreenSkeleton } from './parts/loading/Skeleton.tsx';
import { Starting } from './parts/loading/Starting.tsx';
import { problemMessage } from './parts/words/problem-message.ts';
import { useRememberedDevice } from './parts/device/use-subject.ts';
import { Entry } from './screens/Entry.tsx';

const screen = (load: () => Promise<ComponentType>) => new Lazy(load);

/** The screens outside the first script, by path. */
export const screens: Record<string, Lazy<ComponentType>> = {
  '/my': screen(() => import('./screens/My.tsx').then(({ My }) => My)),
  '/lease': screen(() => import('./screens/Lease.tsx').then(({ Lease }) => Lease)),
  '/modeMenu': screen(() => import('./screens/ModeMenu.tsx').then(({ ModeMenu }) => ModeMenu)),
  '/custom': screen(() => import('./screens/Custom.tsx').then(({ Custom }) => Custom)),
  '/process': screen(() => import('./screens/Process.tsx').then(({ Process }) => Process)),
  '/orderDetail': screen(() => import('./screens/OrderDetail.tsx').then(({ OrderDetail }) => OrderDetail)),
  '/my/cardList': screen(() => import('./screens/CardList.tsx').then(({ CardList }) => CardList)),
  '/login': screen(() => import('./screens/Login.tsx').then(({ Login }) => Login)),
  '/share': screen(() => import('./screens/Share.tsx').then(({ Share }) => Share)),
  '/my/orderList': screen(() => import('./screens/OrderList.tsx').then(({ OrderList }) => OrderList)),
  '/my/refundList': screen(() => import('./screens/RefundList.tsx').then(({ RefundList }) => RefundList)),
  '/my/feedback': screen(() => import('./screens/Feedback.tsx').then(({ Feedback }) => Feedback)),
  '/my/about': screen(() => import('./screens/About.tsx').then(({ About }) => About)),
  '*': screen(() => import('./screens/NotFound.tsx').then(({ NotFound }) => NotFound)),
};

/** Maps each path to its screen. The first script contains the entry screen; the other screens load on first use. */
export const Screens = observer(function Screens() {
  /** True from the first screen of the visit that was shown whole. */
  const hasShown = useRef(false);
  useScrollToTop();
  useRecordedScreen();
  useRememberedDevice();
  return (
    <Routes>
      <Route path="/" element={<Entry />} />
      {Object.entries(screens).map(([path, lazy]) => (
        <Route key={path} path={path} element={<LazyScreen key={path} screen={lazy} hasShown={hasShown} />} />
      ))}
    </Routes>
  );
});

interface LazyScreenProps {
  screen: Lazy<ComponentType>;
  hasShown: RefObject<boolean>;
}

/**
 * Renders a screen, and the reason with a retry button if it does not load. While it loads, the first screen of a visit
 * continues what the page has shown since it was opened; a later one has a skeleton.
 */
const LazyScreen = observer(function LazyScreen({ screen, hasShown }: LazyScreenProps) {
  const { content: Screen, problem, retry } = useLazy(screen);
  const isShown = Screen !== undefined;
  useEffect(() => {
    if (isShown) hasShown.current = true;
  }, [hasShown, isShown]);
  if (Screen) return <Screen />;
  if (problem)
    return (
      <ScreenNotice title={copy.screenFailed.title} hint={problemMessage(problem)} onRetry={retry}>
        <TreatmentOfFailedScreen />
      </ScreenNotice>
    );
  return hasShown.current ? <ScreenSkeleton /> : <Starting />;
});

/** Returns the path of a screen in the table; `/` for any other address. */
export function routeOf(pathname: string): string {
  return Object.keys(screens).find((path) => pathname.endsWith(path)) ?? '/';
}

/** The screens that can follow the entry screen, with a device number in the link and without. */
const SCREENS_WITH_DEVICE = ['/lease', '/modeMenu', '/process'];
const SCREENS_WITHOUT_DEVICE = ['/my'];

/** Starts to fetch the screens that this address can lead to. */
export function preloadScreensOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const afterEntry = new URLSearchParams(search).has('sno') ? SCREENS_WITH_DEVICE : SCREENS_WITHOUT_DEVICE;
  for (const path of pathname.endsWith('/') ? afterEntry : [routeOf(pathname)])
    void screens[path]?.load().catch(ignoreFailure);
}

/** Fetches the remaining screens one after the other. Rejects at the first failure, without trying the rest. */
export async function preloadScreens(): Promise<void> {
  for (const lazy of Object.values(screens)) await lazy.load();
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
