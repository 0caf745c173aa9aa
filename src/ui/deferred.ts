import type { ComponentType } from 'react';
import type { ServiceChunk } from './application.ts';
import { Chunk, loadChunk } from './chunk.ts';

/** The bars above every screen. */
export const statusBars = new Chunk(() => import('./parts/StatusBars.tsx').then(({ StatusBars }) => StatusBars));

/** Container modules that the page loads after the first script, with the adapters that they bind. */
export const serviceChunks = {
  screens: () => loadChunk(import('../container/screens.ts')),
  payments: () =>
    loadChunk(
      Promise.all([import('../container/payments.ts'), import('./stores/payment-store.ts'), statusBars.load()]),
    ),
  treatment: () =>
    loadChunk(
      Promise.all([
        import('../container/treatment.ts'),
        import('../adapters/browser/page-device-channel.ts'),
        import('../adapters/browser/page-mutex.ts'),
      ]),
    ),
  rest: () =>
    loadChunk(Promise.all([import('../container/rest.ts'), import('../adapters/browser/browser-adapters.ts')])),
};

/** The surface that every dialog renders into. */
export const dialogSurface = new Chunk(() =>
  import('./parts/DialogSurface.tsx').then(({ DialogSurface }) => DialogSurface),
);

/** The camera view, with a field to type the device number instead. */
export const scannerView = new Chunk(() => import('./parts/ScannerView.tsx').then(({ ScannerView }) => ScannerView));

/** The code of the operator's WeChat account and the sign-in link. */
export const accountAccess = new Chunk(() =>
  import('./parts/AccountAccess.tsx').then(({ AccountAccess }) => AccountAccess),
);

/** The list of former leases in the device tab. */
export const leaseHistory = new Chunk(() =>
  import('./screens/my/LeaseHistory.tsx').then(({ LeaseHistory }) => LeaseHistory),
);

interface ScreenChunk {
  chunk: Chunk<ComponentType>;
  /** The modules that the screen needs before it renders, besides `screens`. `rest` means all modules. */
  services: readonly ServiceChunk[];
}

const screen = (load: () => Promise<ComponentType>, ...services: readonly ServiceChunk[]): ScreenChunk => ({
  chunk: new Chunk(load),
  services,
});

/** The screens outside the first script, by path. */
export const screens: Record<string, ScreenChunk> = {
  '/my': screen(() => import('./screens/My.tsx').then(({ My }) => My)),
  '/lease': screen(() => import('./screens/Lease.tsx').then(({ Lease }) => Lease)),
  '/modeMenu': screen(() => import('./screens/ModeMenu.tsx').then(({ ModeMenu }) => ModeMenu), 'rest'),
  '/custom': screen(() => import('./screens/Custom.tsx').then(({ Custom }) => Custom), 'rest'),
  // The user confirms a stop in a dialog, so the dialog must not need a second request.
  '/process': screen(
    () => Promise.all([import('./screens/Process.tsx'), dialogSurface.load()]).then(([{ Process }]) => Process),
    // The running bar must know the treatment that the user leaves here.
    'payments',
    'treatment',
  ),
  '/orderDetail': screen(() => import('./screens/OrderDetail.tsx').then(({ OrderDetail }) => OrderDetail), 'rest'),
  '/my/cardList': screen(() => import('./screens/CardList.tsx').then(({ CardList }) => CardList), 'rest'),
  '/login': screen(() => import('./screens/Login.tsx').then(({ Login }) => Login), 'rest'),
  '/share': screen(() => import('./screens/Share.tsx').then(({ Share }) => Share), 'rest'),
  '/my/orderList': screen(() => import('./screens/OrderList.tsx').then(({ OrderList }) => OrderList), 'rest'),
  '/my/refundList': screen(() => import('./screens/RefundList.tsx').then(({ RefundList }) => RefundList), 'rest'),
  '/my/feedback': screen(() => import('./screens/Feedback.tsx').then(({ Feedback }) => Feedback), 'rest'),
  '/my/about': screen(() => import('./screens/About.tsx').then(({ About }) => About), 'rest'),
  '*': screen(() => import('./screens/NotFound.tsx').then(({ NotFound }) => NotFound), 'rest'),
};

/** Returns the path of a screen in the table; `/` for any other address. */
export function routeOf(pathname: string): string {
  return Object.keys(screens).find((path) => pathname.endsWith(path)) ?? '/';
}

/** The screens that can follow the entry screen, with a device number in the link and without. */
const SCREENS_WITH_DEVICE = ['/lease', '/modeMenu', '/process'];
const SCREENS_WITHOUT_DEVICE = ['/my'];

/**
 * Starts to fetch the screens that this address can lead to, and their services, in parallel with the first script;
 * with `bars` also the status bars.
 */
export function preloadScreensBehind(
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
  { bars }: { bars: boolean },
): void {
  for (const load of [serviceChunks.screens, ...(bars ? [serviceChunks.payments] : [])])
    void load().catch(() => undefined);
  const screensAfterEntry = new URLSearchParams(search).has('sno') ? SCREENS_WITH_DEVICE : SCREENS_WITHOUT_DEVICE;
  for (const [path, { chunk, services }] of Object.entries(screens)) {
    if (pathname.endsWith('/') ? !screensAfterEntry.includes(path) : !pathname.endsWith(path)) continue;
    for (const load of [chunk.load, ...services.flatMap(serviceChunksOf)]) void load().catch(() => undefined);
  }
}

function serviceChunksOf(services: ServiceChunk): (() => Promise<unknown>)[] {
  return services === 'rest' ? Object.values(serviceChunks) : [serviceChunks[services]];
}
