import { useEffect, type ComponentType } from 'react';
import { Route, Routes, useLocation } from 'react-router-dom';
import { RecentActivity } from '../core/feedback/recent-activity.ts';
import { useService } from './application.ts';
import { useRememberedDevice } from './parts/device/use-subject.ts';
import { useScrollPosition } from './parts/page/use-scroll-position.ts';
import { About } from './screens/About.tsx';
import { CardList } from './screens/CardList.tsx';
import { Custom } from './screens/Custom.tsx';
import { Entry } from './screens/Entry.tsx';
import { Feedback } from './screens/Feedback.tsx';
import { Lease } from './screens/Lease.tsx';
import { Login } from './screens/Login.tsx';
import { ModeMenu } from './screens/ModeMenu.tsx';
import { My } from './screens/My.tsx';
import { NotFound } from './screens/NotFound.tsx';
import { OrderDetail } from './screens/OrderDetail.tsx';
import { OrderList } from './screens/OrderList.tsx';
import { Process } from './screens/Process.tsx';
import { RefundList } from './screens/RefundList.tsx';
import { Share } from './screens/Share.tsx';

/** The screens by path. */
export const screens: Record<string, ComponentType> = {
  '/': Entry,
  '/my': My,
  '/lease': Lease,
  '/modeMenu': ModeMenu,
  '/custom': Custom,
  '/process': Process,
  '/orderDetail': OrderDetail,
  '/my/cardList': CardList,
  '/login': Login,
  '/share': Share,
  '/my/orderList': OrderList,
  '/my/refundList': RefundList,
  '/my/feedback': Feedback,
  '/my/about': About,
  '*': NotFound,
};

/** Shows the screen of the address, as the address is spelled in the table. */
export function Screens() {
  useScrollPosition();
  useRecordedScreen();
  useRememberedDevice();
  return (
    <Routes>
      {Object.entries(screens).map(([path, Screen]) => (
        <Route key={path} path={path} caseSensitive element={<Screen />} />
      ))}
    </Routes>
  );
}

/** Returns the path of a screen in the table; `/` for any other address. */
export function routeOf(pathname: string): string {
  return Object.keys(screens).find((path) => path !== '/' && pathname.endsWith(path)) ?? '/';
}

function useRecordedScreen(): void {
  const { pathname } = useLocation();
  const activity = useService(RecentActivity);
  useEffect(() => activity.sawScreen(pathname), [activity, pathname]);
}
