import { Problem } from '../core/problem.ts';

/** The addresses of the screens that do not come with the page, and where each comes from. */
export const screens = {
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

/** The second half of the composition root. Rejects with the Problem `network` where it does not come. */
export function loadLater() {
  return import('./main-later.ts').catch((cause: unknown) => {
    throw new Problem('network', { message: 'a part of the page did not come', cause });
  });
}

/** Fetches the screens to which an address may lead, while something else is still awaited; false where the first ones are all it leads to. */
export function preloadScreensBehind({ pathname, search }: Pick<Location, 'pathname' | 'search'>): boolean {
  const named = Object.keys(screens).filter((route) => pathname.endsWith(route));
  const entersDevice = pathname.endsWith('/') && new URLSearchParams(search).has('sno');
  const behind = entersDevice ? BEHIND_A_DEVICE : named;
  for (const [route, load] of Object.entries(screens)) if (behind.includes(route)) void load().catch(() => undefined);
  return behind.length > 0;
}
