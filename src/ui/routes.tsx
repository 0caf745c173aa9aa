import { lazy, Suspense, useEffect, useRef } from 'react';
import { Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { useUseCase } from './application.ts';
import { preloadDialogs } from './parts/Dialog.tsx';
import { Skeleton } from './parts/Skeleton.tsx';
import { Entry } from './screens/Entry.tsx';
import { My } from './screens/My.tsx';

const later = {
  lease: () => import('./screens/Lease.tsx').then(({ Lease }) => ({ default: Lease })),
  modeMenu: () => import('./screens/ModeMenu.tsx').then(({ ModeMenu }) => ({ default: ModeMenu })),
  custom: () => import('./screens/Custom.tsx').then(({ Custom }) => ({ default: Custom })),
  process: () => import('./screens/Process.tsx').then(({ Process }) => ({ default: Process })),
  orderDetail: () => import('./screens/OrderDetail.tsx').then(({ OrderDetail }) => ({ default: OrderDetail })),
  cardList: () => import('./screens/CardList.tsx').then(({ CardList }) => ({ default: CardList })),
  login: () => import('./screens/Login.tsx').then(({ Login }) => ({ default: Login })),
  share: () => import('./screens/Share.tsx').then(({ Share }) => ({ default: Share })),
  feedback: () => import('./screens/Feedback.tsx').then(({ Feedback }) => ({ default: Feedback })),
  orderList: () => import('./screens/OrderList.tsx').then(({ OrderList }) => ({ default: OrderList })),
  refundList: () => import('./screens/RefundList.tsx').then(({ RefundList }) => ({ default: RefundList })),
  about: () => import('./screens/About.tsx').then(({ About }) => ({ default: About })),
  notFound: () => import('./screens/NotFound.tsx').then(({ NotFound }) => ({ default: NotFound })),
};

const Lease = lazy(later.lease);
const ModeMenu = lazy(later.modeMenu);
const Custom = lazy(later.custom);
const Process = lazy(later.process);
const OrderDetail = lazy(later.orderDetail);
const CardList = lazy(later.cardList);
const Login = lazy(later.login);
const Share = lazy(later.share);
const Feedback = lazy(later.feedback);
const OrderList = lazy(later.orderList);
const RefundList = lazy(later.refundList);
const About = lazy(later.about);
const NotFound = lazy(later.notFound);

/** Fetches the screens that come next, while nothing else is to be done. */
export function preloadScreens(): void {
  preloadDialogs();
  for (const load of Object.values(later)) void load().catch(() => undefined);
}

/** Each address and its screen; the first ones come with the page, the others when they are needed. */
export function Screens() {
  useTopOfNewScreen();
  useNotedScreen();
  return (
    <Suspense fallback={<Skeleton rows={2} height="tall" />}>
      <Routes>
        <Route path="/" element={<Entry />} />
        <Route path="/my" element={<My />} />
        <Route path="/lease" element={<Lease />} />
        <Route path="/modeMenu" element={<ModeMenu />} />
        <Route path="/custom" element={<Custom />} />
        <Route path="/process" element={<Process />} />
        <Route path="/orderDetail" element={<OrderDetail />} />
        <Route path="/my/cardList" element={<CardList />} />
        <Route path="/login" element={<Login />} />
        <Route path="/share" element={<Share />} />
        <Route path="/my/orderList" element={<OrderList />} />
        <Route path="/my/refundList" element={<RefundList />} />
        <Route path="/my/feedback" element={<Feedback />} />
        <Route path="/my/about" element={<About />} />
        <Route path="*" element={<NotFound />} />
      </Routes>
    </Suspense>
  );
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
