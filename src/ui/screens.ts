import { Problem } from '../core/problem.ts';

/** The addresses of the screens that do not come with the page, and where each comes from. */
export const screens = {
  '/lease': () => import('./screens/Lease.tsx').then(({ Lease }) => Lease),
  '/modeMenu': () => import('./screens/ModeMenu.tsx').then(({ ModeMenu }) => ModeMenu),
  '/custom': () => import('./screens/Custom.tsx').then(({ Custom }) => Custom),
  // With what its stop asks: it is there only together with that.
  '/process': () => Promise.all([import('./screens/Process.tsx'), import('./parts/DialogSurface.tsx')]).then(([{ Process }]) => Process),
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

/** What is joined after the first screens: a part that a screen is drawn from by itself, or the rest of the house. Each rejects with the Problem `network` where it does not come. */
export const parts = {
  plans: () => fetched(import('./main-plans.ts')),
  treatment: () => fetched(import('./main-treatment.ts')),
  rest: () => fetched(import('./main-later.ts')),
};
type Part = keyof typeof parts;

/** The same, with the Problem `network` where it does not come. */
export function fetched<Part>(coming: Promise<Part>): Promise<Part> {
  return coming.catch((cause: unknown) => {
    throw cause instanceof Problem ? cause : new Problem('network', { message: 'a part of the page did not come', cause });
  });
}

/** The screens that are there before the rest of the house. */
const DRAWN_FROM: Partial<Record<string, Part>> = { '/lease': 'plans', '/process': 'treatment' };

/** What a screen waits for; the rest is joined to all others. */
export const partFor = (screen: string): Part => DRAWN_FROM[screen] ?? 'rest';

/** Where the entry flow leads. */
const BEHIND_A_DEVICE = ['/lease', '/modeMenu', '/process'];

/** Fetches the screens to which an address may lead, and what they are drawn from, while something else is still awaited. */
export function preloadScreensBehind({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const entersDevice = pathname.endsWith('/') && new URLSearchParams(search).has('sno');
  for (const [screen, load] of Object.entries(screens)) {
    if (entersDevice ? !BEHIND_A_DEVICE.includes(screen) : !pathname.endsWith(screen)) continue;
    void load().catch(() => undefined);
    const part = partFor(screen);
    for (const needed of part === 'rest' ? Object.values(parts) : [parts[part]]) void needed().catch(() => undefined);
  }
}
